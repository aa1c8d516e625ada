#include "pipeline/output/research_report.hpp"

#include "pipeline/output/answer_view.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/hypothesis_graph.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::output {

namespace {

std::string section(const char* id, const char* heading, const std::string& body) {
  if (body.empty()) return {};
  return std::string("<section aria-labelledby=\"") + id + "\"><h2 id=\"" + id + "\">" + heading +
         "</h2>" + body + "</section>\n";
}

std::string fact_box(const std::string& value, const char* label) {
  return "<li><b>" + escape(value) + "</b>" + label + "</li>";
}

std::string items_list(const Json& items) {
  if (!items.is_array() || items.empty()) return {};
  std::string out = "<ul>";
  for (const Json& item : items) out += "<li>" + escape(value_text(item)) + "</li>";
  return out + "</ul>";
}

std::string code_list(const Json& items) {
  if (!items.is_array() || items.empty()) return {};
  std::string out = "<ul>";
  for (const Json& item : items) out += "<li><code>" + escape(value_text(item)) + "</code></li>";
  return out + "</ul>";
}

std::string status_mark(const std::string& status) {
  return "<span class=\"status " + escape(status) + "\">" + escape(status) + "</span>";
}

std::string chain_of(const Json& h) {
  std::string out;
  for (const char* level : {"drug", "target", "pathway", "effect"}) {
    const std::string name = text_of(h, level);
    if (!name.empty()) out += (out.empty() ? "" : " → ") + escape(name);
  }
  return out;
}

std::string percent_text(double share) {
  return std::to_string(std::lround(share * 100)) + " %";
}

std::string summary_section(const Json& d) {
  const Json& judgement = member(d, "judgement");
  const Json& flow = member(d, "flow");
  const Json& rounds = member(d, "rounds");
  const Json& hypotheses = member(d, "hypotheses");
  std::string out = "<p class=\"lead\">" + escape(text_of(d, "stop_sentence")) + " ";
  if (judgement.is_object()) {
    out += "Judged by the criteria below: " + escape(text_of(judgement, "reason")) + ".";
  }
  out += "</p><ul class=\"facts\">";
  if (rounds.is_array()) out += fact_box(std::to_string(rounds.size()), "rounds");
  out += fact_box(text_of(flow, "searches"), "searches") +
         fact_box(text_of(flow, "records"), "different works");
  if (hypotheses.is_array() && !hypotheses.empty())
    out += fact_box(std::to_string(hypotheses.size()), "hypotheses");
  if (judgement.is_object()) {
    if (has(judgement, "mechanism_score"))
      out += fact_box(one_digit(number_of(judgement, "mechanism_score")) + " / 10", "mechanism");
    out +=
        fact_box(one_digit(number_of(judgement, "clinical_score")) + " / 10", "clinical evidence");
  }
  return out + "</ul>\n";
}

std::string quote_block(const Json& item) {
  const bool against = text_of(item, "stance") == "contradicts";
  std::string notes;
  for (const char* name : {"design", "species"}) {
    const std::string value = text_of(item, name);
    const bool known = !value.empty() && value != "unknown" && value != "not stated";
    if (known && notes.find(value) == std::string::npos) notes += ", " + value;
  }
  if (member(item, "hedged") == true) notes += ", hedged";
  if (member(item, "negated") == true) notes += ", negated";
  const std::string id = text_of(item, "pmid");
  const bool is_pmid = !id.empty() && id.find_first_not_of("0123456789") == std::string::npos;
  return std::string("<blockquote") + (against ? " class=\"against\"" : "") + "><b>" +
         (against ? "Against: " : "For: ") + "</b>“" + escape(text_of(item, "quote")) +
         "” <span class=\"muted\">" + (is_pmid ? pubmed_link(id, "PMID " + id) : escape(id)) +
         escape(notes) + "</span></blockquote>";
}

std::string verdict_block(const Json& v) {
  std::string out =
      "<h4>" + escape(text_of(v, "from") + " " + text_of(v, "relation") + " " + text_of(v, "to")) +
      " " + status_mark(text_of(v, "status")) + "</h4>";
  if (!text_of(v, "reason").empty())
    out += "<p class=\"muted\">" + escape(text_of(v, "reason")) + "</p>";
  const Json& quotes = member(v, "evidence");
  for (const Json& quote : quotes) out += quote_block(quote);
  if (!quotes.is_array() || quotes.empty())
    out += "<p class=\"muted\">No sentence states it either way.</p>";
  if (has(v, "evidence_omitted")) {
    out += "<p class=\"muted\">and " + escape(text_of(v, "evidence_omitted")) +
           " more sentences that name both</p>";
  }
  return out;
}

std::string hypothesis_article(const Json& h, int number) {
  const Json& test = member(h, "test");
  std::string out = "<article><h3>Hypothesis " + std::to_string(number) + ": " + chain_of(h) + " " +
                    status_mark(text_of(h, "status")) + "</h3><p class=\"muted\">" +
                    escape(text_of(h, "hypothesis_id")) + " · confidence " +
                    percent_text(number_of(h, "confidence"));
  const std::string weakest = text_of(member(h, "confidence_parts"), "weakest_link");
  if (!weakest.empty()) out += " · weakest link: " + escape(weakest);
  out += "</p>";
  for (const Json& verdict : member(test, "links")) out += verdict_block(verdict);
  if (has(test, "whole")) {
    out += "<h4>As a whole, said in one sentence</h4>" + verdict_block(member(test, "whole"));
  }
  const std::string searches = code_list(member(h, "search_suggestions"));
  if (!searches.empty()) out += "<p>Searches it asks for:</p>" + searches;
  return out + "</article>";
}

std::string hypotheses_part(const Json& d) {
  const Json& hypotheses = member(d, "hypotheses");
  if (!hypotheses.is_array() || hypotheses.empty()) {
    return "<p>No chain from a drug to an effect could be put together: a link is made only where "
           "one sentence names both ends and states a relation between them.</p>";
  }
  std::string out;
  if (const std::string graph = hypothesis_graph(hypotheses); !graph.empty()) {
    out += "<figure class=\"wide\">" + graph +
           "<figcaption class=\"muted\">Arrow: increases or activates; bar: decreases or "
           "inhibits. The thicker a line, the more weight supports it. Unbroken: supported; long "
           "dashes: contested; dots: refuted; short dashes: too few findings. "
           "Numbers: records for : against.</figcaption></figure>" +
           link_table(hypotheses);
  }
  int number = 0;
  for (const Json& h : hypotheses) out += hypothesis_article(h, ++number);
  return out;
}

std::string judgement_part(const Json& d) {
  const Json& judgement = member(d, "judgement");
  const Json& criteria = member(judgement, "criteria");
  if (!criteria.is_array() || criteria.empty()) return {};
  std::string out =
      "<p class=\"muted\">Every point is counted from the records; 6 of 10 are asked for in each "
      "score.</p><div class=\"scroll\"><table><thead>"
      "<tr><th scope=\"col\">Score</th><th scope=\"col\">Criterion</th><th scope=\"col\" "
      "class=\"num\">Points</th><th scope=\"col\">Counted</th></tr></thead><tbody>";
  for (const Json& c : criteria) {
    out += "<tr><td>" + escape(text_of(c, "score")) + "</td><td>" + escape(text_of(c, "name")) +
           "</td><td class=\"num\">" + one_digit(number_of(c, "points")) + " of " +
           one_digit(number_of(c, "of")) + "</td><td>" + escape(text_of(c, "basis")) + "</td></tr>";
  }
  out += "</tbody></table></div>";
  const std::string missing = items_list(member(judgement, "missing"));
  return out + (missing.empty() ? "" : "<h3>Missing</h3>" + missing);
}

std::string gaps_part(const Json& d) {
  const std::string gaps = items_list(member(d, "knowledge_gaps"));
  const std::string searches = code_list(member(d, "recommended_searches"));
  return gaps + (searches.empty() ? "" : "<h3>Searches that would fill them</h3>" + searches);
}

std::string flow_part(const Json& d) {
  const Json& flow = member(d, "flow");
  if (!flow.is_object()) return {};
  std::string sources;
  for (const auto& [source, n] : member(flow, "identified_by_source").items())
    sources += (sources.empty() ? "" : ", ") + escape(source) + " " + escape(value_text(n));
  const auto step = [&](const char* name, const char* label, const std::string& more = "") {
    return "<li><b>" + escape(text_of(flow, name)) + "</b> " + label +
           (more.empty() ? "" : " <span class=\"muted\">(" + more + ")</span>") + "</li>";
  };
  return "<ol class=\"prisma\">" + step("identified", "records identified", sources) +
         step("duplicates", "duplicates removed", "found again, or one work of several sources") +
         step("records", "different works",
              escape(text_of(flow, "without_abstract")) + " without abstract, " +
                  escape(text_of(flow, "retracted")) + " retracted or notices") +
         step("read", "read") + step("ranked", "ranked") + step("cited", "cited in this report") +
         "</ol>";
}

std::string rounds_part(const Json& d) {
  const Json& rounds = member(d, "rounds");
  if (!rounds.is_array() || rounds.empty()) return {};
  std::string out =
      "<div class=\"scroll\"><table><thead><tr><th scope=\"col\" class=\"num\">Round</th><th "
      "scope=\"col\" class=\"num\">Searches</th><th scope=\"col\" class=\"num\">New records</th>"
      "<th scope=\"col\">Judged</th></tr></thead><tbody>";
  for (const Json& round : rounds) {
    out += "<tr><td class=\"num\">" + escape(text_of(round, "round")) + "</td><td class=\"num\">" +
           escape(text_of(round, "searches")) + "</td><td class=\"num\">" +
           escape(text_of(round, "new_records")) + "</td><td>" + escape(text_of(round, "reason")) +
           "</td></tr>";
  }
  return out + "</tbody></table></div>";
}

std::string search_row(const Json& search) {
  std::string counts;
  for (const Json& source : member(search, "sources")) {
    counts += (counts.empty() ? "" : "<br>") + escape(text_of(source, "source")) + " " +
              escape(text_of(source, "returned")) + " of " +
              (has(source, "found") ? escape(text_of(source, "found")) : "?");
    const std::string status = text_of(source, "status");
    if (status != "ok") counts += " <b>" + escape(status) + "</b>";
  }
  if (!text_of(search, "error").empty()) counts = "<b>" + escape(text_of(search, "error")) + "</b>";
  const std::string about = text_of(search, "about");
  std::string sent;
  for (const Json& source : member(search, "sources")) {
    if (text_of(source, "source") == "pubmed" &&
        text_of(source, "query_sent") != text_of(search, "query"))
      sent = "<div class=\"muted\">PubMed: <code>" + escape(text_of(source, "query_sent")) +
             "</code></div>";
  }
  return "<tr><td class=\"num\">" + escape(text_of(search, "round")) + "</td><td>" +
         escape(text_of(search, "purpose")) +
         (about.empty() ? "" : "<div class=\"muted\">" + escape(about) + "</div>") +
         "</td><td><code>" + escape(text_of(search, "query")) + "</code>" + sent + "</td><td>" +
         counts + "</td><td class=\"num\">" + escape(text_of(search, "new_records")) + "</td></tr>";
}

std::string searches_part(const Json& d) {
  const Json& searches = member(d, "searches");
  if (!searches.is_array() || searches.empty()) return {};
  std::string out =
      "<div class=\"scroll\"><table class=\"queries\"><thead><tr><th scope=\"col\" "
      "class=\"num\">Round</th><th scope=\"col\">For</th><th scope=\"col\">Query</th><th "
      "scope=\"col\">Records read of those found</th><th scope=\"col\" class=\"num\">New</th></tr>"
      "</thead><tbody>";
  for (const Json& search : searches) out += search_row(search) + "\n";
  out += "</tbody></table></div>";
  const Json& left = member(d, "not_run");
  if (left.is_array() && !left.empty()) {
    out += "<h3>Planned, but not made for want of budget</h3><ul>";
    for (const Json& search : left)
      out += "<li><code>" + escape(text_of(search, "query")) + "</code></li>";
    out += "</ul>";
  }
  return out;
}

std::string search_report_part(const Json& d) {
  const Json& report = member(d, "search_report");
  if (!report.is_object()) return {};
  std::string out = "<dl>";
  for (const Json& item : member(report, "items")) {
    out += "<dt>" + escape(text_of(item, "item")) + "</dt><dd style=\"white-space:pre-line\">" +
           escape(text_of(item, "text")) + "</dd>";
  }
  out += "</dl><p class=\"muted\">Not recorded by the program: ";
  std::string left;
  for (const Json& name : member(report, "not_recorded"))
    left += (left.empty() ? "" : ", ") + escape(value_text(name));
  return out + left + ".</p>";
}

std::string reference_line(const Json& reference) {
  const Json& article = member(reference, "article");
  if (!article.is_object()) return escape(text_of(reference, "id"));
  return reference_text(article);
}

std::string references_part(const Json& d) {
  const Json& references = member(d, "references");
  if (!references.is_array() || references.empty()) return {};
  std::string out =
      "<p class=\"muted\">Every record cited above was looked up again by its identifier and "
      "compared by title, authors, journal and year; its standing was asked for.</p><ol "
      "class=\"references\">";
  for (const Json& reference : references) {
    const std::string status = text_of(reference, "status");
    const std::string reason = text_of(reference, "reason");
    out += "<li>" + status_badges(member(reference, "article")) + reference_line(reference) +
           " <span class=\"check " + (status == "verified" ? "good" : "bad") + "\">" +
           escape(status) + (status == "verified" || reason.empty() ? "" : ": " + escape(reason)) +
           "</span></li>";
  }
  return out + "</ol>";
}

}  // namespace

std::string research_html(const Json& document) {
  const std::string eyebrow = "Research run · " + escape(text_of(document, "as_of")) + " · " +
                              escape(text_of(document, "run_id"));
  const bool clinical = text_of(document, "rubric") == "clinical";
  return page_head(text_of(document, "question"), eyebrow, document) + answer_section(document) +
         summary_section(document) +
         (clinical ? std::string()
                   : section("mechanism", "Tested hypotheses", hypotheses_part(document))) +
         articles_section(document) +
         section("judgement", "How the evidence was judged", judgement_part(document)) +
         section("gaps", "Knowledge gaps", gaps_part(document)) +
         section("flow", "Flow of records",
                 flow_part(document) + text_of(document, "flow_diagram")) +
         section("rounds", "Rounds", rounds_part(document)) +
         section("queries", "Queries as run", searches_part(document)) +
         section("search-report", "Search report (PRISMA-S)", search_report_part(document)) +
         section("limits", "Limitations and warnings",
                 items_list(member(document, "limitations")) +
                     items_list(member(document, "warnings"))) +
         section("references", "References", references_part(document)) + "</main></body></html>\n";
}

}  // namespace ev::output
