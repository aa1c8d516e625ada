#include "pipeline/output/report.hpp"

#include "pipeline/output/answer_view.hpp"
#include "pipeline/output/extraction_table.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::output {

// Generated from report.css at build time.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_style();

namespace {

std::string fact(const Json& counts, const char* name, const char* label) {
  if (!has(counts, name)) return {};
  return "<li><b>" + escape(text_of(counts, name)) + "</b>" + label + "</li>";
}

// The designs that occur, strongest first as the ranking knows them, with their numbers.
std::string designs_line(const Json& articles) {
  std::map<std::string, int> count;
  for (const Json& row : articles) {
    const std::string design = text_of(row, "design");
    if (!design.empty()) ++count[design];
  }
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [design, n] : count) order.emplace_back(-n, design);
  std::sort(order.begin(), order.end());
  std::string out;
  for (const auto& [n, design] : order)
    out += (out.empty() ? "" : ", ") + std::to_string(-n) + " × " + escape(design);
  return out;
}

std::string summary(const Json& evidence) {
  const Json& counts = member(evidence, "counts");
  const Json& articles = member(evidence, "articles");
  std::string out;
  if (has(member(evidence, "query"), "absent_drug")) {
    out += "<p><strong>“" + escape(text_of(member(evidence, "query"), "absent_drug")) +
           "” occurs nowhere in " + searched_place(evidence) +
           ": no record below is about it.</strong></p>";
  }
  out += "<p class=\"lead\">The search found " + escape(text_of(counts, "found")) + " records (" +
         escape(found_text(evidence)) + "); " + escape(text_of(counts, "fetched")) +
         " were read and ranked by how well they match the question, how strong "
         "their design is, how large and how recent they are.";
  if (number_of(counts, "retracted") > 0) {
    out += " <strong>" + escape(text_of(counts, "retracted")) + " of them " +
           (number_of(counts, "retracted") == 1 ? "is" : "are") +
           " retracted</strong>, kept in the list, marked, and not used as support.";
  }
  if (number_of(counts, "ranked") < number_of(counts, "scored"))
    out += " The best " + escape(text_of(counts, "ranked")) + " are shown.";
  out += "</p><ul class=\"facts\">" + fact(counts, "found", "found") +
         fact(counts, "merged", "duplicates merged") + fact(counts, "fetched", "read") +
         fact(counts, "ranked", "ranked and shown") +
         fact(counts, "with_abstract", "of them with abstract") +
         fact(counts, "retracted", "of them retracted") + "</ul>";
  const std::string designs = articles.is_array() ? designs_line(articles) : std::string();
  if (!designs.empty()) out += "<p class=\"muted\">Designs: " + designs + "</p>";
  return out;
}

// The query as each other service got it.
std::string sent_elsewhere(const Json& evidence) {
  std::string rows;
  for (const Json& source : member(evidence, "sources")) {
    if (!has(source, "query_sent")) continue;
    rows += "<li>" + escape(text_of(source, "source")) + ": <code>" +
            escape(text_of(source, "query_sent")) + "</code>";
    for (const Json& note : member(source, "approximated"))
      rows += "<div class=\"muted\">" + escape(value_text(note)) + "</div>";
    rows += "</li>";
  }
  if (rows.empty()) return {};
  return "<details><summary>As sent to the other sources</summary><ul>" + rows + "</ul></details>";
}

std::string strategy_section(const Json& evidence) {
  const Json& query = member(evidence, "query");
  const Json& counts = member(evidence, "counts");
  std::string out =
      "<section aria-labelledby=\"strategy\"><h2 id=\"strategy\">Search strategy</h2>";
  if (!query.is_object()) return out + "<p>No query is recorded.</p></section>";
  out += "<p>Query in PubMed's syntax, as run on " + escape(text_of(evidence, "as_of")) +
         ":</p><p><code>" + escape(text_of(query, "query_string")) + "</code></p>" +
         sent_elsewhere(evidence);
  if (has(query, "relaxed")) {
    out += "<p><strong>Relaxed:</strong> " + escape(text_of(member(query, "relaxed"), "note")) +
           "</p>";
  }
  if (has(query, "rationale"))
    out += "<p class=\"muted\">" + escape(text_of(query, "rationale")) + "</p>";
  if (has(query, "choice"))
    out += "<p class=\"muted\">Taken as " + escape(text_of(query, "choice")) + ".</p>";
  if (!text_of(query, "query_translation").empty()) {
    out += "<details><summary>How PubMed read it</summary><p><code>" +
           escape(text_of(query, "query_translation")) + "</code></p></details>";
  }
  out += "<ul class=\"flow\">";
  for (const auto& [name, label] : {std::pair{"found", "found"},
                                    {"merged", "duplicates merged"},
                                    {"fetched", "read"},
                                    {"scored", "scored"},
                                    {"ranked", "ranked"}}) {
    if (has(counts, name)) out += "<li>" + escape(text_of(counts, name)) + " " + label + "</li>";
  }
  out += "</ul>";
  const Json& others = member(query, "other_queries");
  if (others.is_array() && !others.empty()) {
    out += "<details><summary>Other queries that were made</summary><ul>";
    for (const Json& other : others) {
      out += "<li><code>" + escape(text_of(other, "query_string")) + "</code>" +
             (has(other, "result_count") ? " " + escape(text_of(other, "result_count")) + " records"
                                         : "") +
             "</li>";
    }
    out += "</ul></details>";
  }
  return out + "</section>";
}

std::string limits_section(const Json& evidence) {
  std::string out =
      "<section aria-labelledby=\"limits\"><h2 id=\"limits\">Limits and warnings</h2><ul>"
      "<li>Titles, abstracts and record fields were read, not full texts; values were taken by "
      "rules and can be "
      "incomplete. The quote decides.</li>"
      "<li>The score orders reading. It is a weighted sum of stated parts, not an appraisal of the "
      "risk of bias.</li>"
      "<li>This is not a systematic review and not medical advice.</li>";
  for (const Json& warning : member(evidence, "warnings"))
    out += "<li>" + escape(value_text(warning)) + "</li>";
  return out + "</ul></section>";
}

std::string references_section(const Json& evidence) {
  const Json& articles = member(evidence, "articles");
  if (!articles.is_array() || articles.empty()) return {};
  std::string out =
      "<section aria-labelledby=\"references\"><h2 id=\"references\">References</h2><ol>";
  for (const Json& row : articles) {
    const Json& article = member(row, "article");
    out += "<li>" + status_badges(article) + reference_text(article) + "</li>";
  }
  return out + "</ol></section>";
}

// What a set holds, in one line and a few numbers.
std::string set_summary(const Json& document) {
  const Json& counts = member(document, "counts");
  const Json& articles = member(document, "articles");
  std::string out = "<p class=\"lead\">" + escape(text_of(counts, "records")) + " records of " +
                    escape(text_of(document, "result_set"));
  if (has(document, "query")) {
    out += ", found with <code>" + escape(text_of(document, "query")) + "</code>";
  }
  out += ".</p><ul class=\"facts\">" + fact(counts, "records", "records") +
         fact(counts, "with_abstract", "with abstract") + fact(counts, "preprints", "preprints") +
         fact(counts, "trials", "trial registrations") + fact(counts, "retracted", "retracted") +
         "</ul>";
  const std::string designs = articles.is_array() ? designs_line(articles) : std::string();
  if (!designs.empty()) out += "<p class=\"muted\">Designs: " + designs + "</p>";
  for (const Json& warning : member(document, "warnings")) {
    out += "<p class=\"muted\">" + escape(value_text(warning)) + "</p>";
  }
  return out;
}

}  // namespace

std::string searched_place(const Json& evidence) {
  return member(evidence, "sample") == true ? "the built-in sample" : "PubMed";
}

std::string found_text(const Json& evidence) {
  std::string out;
  for (const Json& source : member(evidence, "sources")) {
    const std::string status = text_of(source, "status");
    out += (out.empty() ? "" : ", ") + text_of(source, "source") + " " +
           (has(source, "found") ? text_of(source, "found") : status);
    if (has(source, "found") && number_of(source, "returned") < number_of(source, "found"))
      out += " (" + text_of(source, "returned") + " taken)";
    if (has(source, "found") && status != "ok") out += " (" + status + ")";
  }
  const double merged = number_of(member(evidence, "counts"), "merged");
  if (merged > 0)
    out += "; " + value_text(member(member(evidence, "counts"), "merged")) + " duplicates merged";
  return out;
}

std::string reference_text(const Json& article) {
  std::string authors;
  int shown = 0;
  for (const Json& author : member(article, "authors")) {
    if (shown++ == 3) {
      authors += " et al.";
      break;
    }
    authors += (authors.empty() ? "" : ", ") + value_text(author);
  }
  if (!authors.empty()) authors += authors.back() == '.' ? " " : ". ";
  std::string title = text_of(article, "title");
  if (!title.empty() && std::string_view(".?!").find(title.back()) == std::string_view::npos)
    title += '.';
  return escape(authors) + escape(title) + " <i>" + escape(text_of(article, "journal")) + "</i> " +
         escape(text_of(article, "publication_date")) + ". " + record_link(article);
}

std::string page_head(const std::string& title, const std::string& eyebrow, const Json& document) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">"
      "<meta name=\"referrer\" content=\"no-referrer\"><title>" +
      escape(title) + "</title>\n<style>\n";
  out += embedded_style().front().second;
  out += "</style></head>\n<body><header><p class=\"eyebrow\">" + eyebrow + "</p><h1>" +
         escape(title) + "</h1>";
  if (member(document, "sample") == true) {
    out +=
        "<p class=\"banner\"><strong>Built-in sample.</strong> Every record on this page is "
        "invented, to show what a report "
        "looks like. None of it is a real study.</p>";
  }
  return out + "</header>\n<main>";
}

std::string html_report(const Json& evidence) {
  return page_head(text_of(evidence, "question"),
                   "Evidence report · " + escape(text_of(evidence, "as_of")), evidence) +
         answer_section(evidence) + summary(evidence) + "\n" + articles_section(evidence) + "\n" +
         extraction_table(evidence) + "\n" +
         (member(evidence, "assessment").is_object() ? hypotheses_section(evidence) + "\n" : "") +
         strategy_section(evidence) + "\n" + limits_section(evidence) + "\n" +
         references_section(evidence) + "</main></body></html>\n";
}

std::string html_result_set(const Json& document) {
  return page_head(text_of(document, "title"), "Result set", document) + set_summary(document) +
         "\n" + articles_section(document) + "\n" + references_section(document) +
         "</main></body></html>\n";
}

}  // namespace ev::output
