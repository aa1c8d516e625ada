#include "pipeline/output/html.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

namespace ev::output {

namespace {

constexpr int kQuotesPerLink = 5;

std::string evidence_quote(const Json& item) {
  const bool against = text_of(item, "stance") == "contradicts";
  std::string notes;
  const std::string design = text_of(item, "design");
  const std::string species = text_of(item, "species");
  if (!design.empty() && design != "unknown") notes += ", " + design;
  // "animal study, animal" says it twice.
  if (!species.empty() && species != "unknown" && design.find(species) == std::string::npos) {
    notes += ", " + species;
  }
  if (member(item, "hedged") == true) notes += ", hedged";
  if (member(item, "negated") == true) notes += ", negated";
  return std::string("<blockquote") + (against ? " class=\"against\"" : "") + ">" +
         (against ? "<b>Against:</b> " : "") + "“" + escape(text_of(item, "quote")) +
         "” <span class=\"muted\">" +
         pubmed_link(text_of(item, "pmid"), "PMID " + text_of(item, "pmid")) + escape(notes) +
         "</span></blockquote>";
}

std::string link_block(const Json& link) {
  std::string out =
      "<h4>" +
      escape(text_of(link, "from") + " " + text_of(link, "relation") + " " + text_of(link, "to")) +
      "</h4>";
  const Json& evidence = member(link, "evidence");
  int shown = 0;
  for (const Json& item : evidence) {
    if (shown++ == kQuotesPerLink) break;
    out += evidence_quote(item);
  }
  if (evidence.is_array() && static_cast<int>(evidence.size()) > kQuotesPerLink) {
    out += "<p class=\"muted\">and " +
           std::to_string(static_cast<int>(evidence.size()) - kQuotesPerLink) +
           " more quotes in evidence.json</p>";
  }
  return out;
}

std::string parts_line(const Json& parts) {
  if (!parts.is_object() || parts.empty()) return {};
  std::string out;
  for (const auto& [name, value] : parts.items()) {
    if (value.is_number())
      out += (out.empty() ? "" : " · ") + escape(name) + " " + two_digits(value.get<double>());
  }
  return out.empty() ? out : "<p class=\"muted\">Parts of the confidence: " + out + "</p>";
}

std::string hypothesis_block(const Json& h, int number) {
  std::string out = "<article><h3>Hypothesis " + std::to_string(number) + ": " +
                    escape(text_of(h, "status")) + ", confidence " +
                    two_digits(number_of(h, "confidence")) + "</h3>";
  out += "<figure>" + chain_svg(h, number) +
         "<figcaption class=\"muted\">Arrow: increases or activates; bar: decreases or "
         "inhibits; dashed: the weakest link.</figcaption></figure>";
  out += parts_line(member(h, "confidence_parts"));
  for (const Json& link : member(h, "links")) out += link_block(link);
  const Json& suggestions = member(h, "search_suggestions");
  if (suggestions.is_array() && !suggestions.empty()) {
    out += "<p>Searches that would test it:</p><ul>";
    for (const Json& s : suggestions) out += "<li><code>" + escape(value_text(s)) + "</code></li>";
    out += "</ul>";
  }
  return out + "</article>";
}

std::string bullet_list(const char* heading, const Json& items) {
  if (!items.is_array() || items.empty()) return {};
  std::string out = std::string("<h3>") + heading + "</h3><ul>";
  for (const Json& item : items) out += "<li>" + escape(value_text(item)) + "</li>";
  return out + "</ul>";
}

}  // namespace

std::string hypotheses_section(const Json& evidence) {
  const Json& assessment = member(evidence, "assessment");
  const Json& hypotheses = member(assessment, "hypotheses");
  std::string out =
      "<section aria-labelledby=\"mechanism\"><h2 id=\"mechanism\">Mechanism hypotheses</h2>";
  if (!hypotheses.is_array() || hypotheses.empty()) {
    out +=
        "<p>No chain from a drug to an effect could be put together: a link is made only where one "
        "sentence names both "
        "ends and states a relation between them.</p>";
  } else {
    out +=
        "<p class=\"muted\">Put together from quoted sentences of the records above. They are "
        "candidates to test, not "
        "findings.</p>";
    int number = 0;
    for (const Json& h : hypotheses) out += hypothesis_block(h, ++number);
  }
  out += bullet_list("Knowledge gaps", member(assessment, "knowledge_gaps"));
  out += bullet_list("Recommended searches", member(assessment, "recommended_searches"));
  return out + "</section>";
}

}  // namespace ev::output
