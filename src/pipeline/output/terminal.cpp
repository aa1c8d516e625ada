#include "pipeline/output/terminal.hpp"

#include "base/text.hpp"
#include "pipeline/output/answer_view.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace ev::output {

namespace {

std::string marks(const Json& article) {
  std::string out;
  const std::string status = text_of(member(article, "retraction"), "status");
  if (status == "retracted") out += "[RETRACTED] ";
  if (status == "expression_of_concern") out += "[EXPRESSION OF CONCERN] ";
  if (status == "notice") out += "[NOTICE] ";
  if (member(article, "is_preprint") == true) out += "[PREPRINT] ";
  return out;
}

std::string facts(const Json& row) {
  const Json& article = member(row, "article");
  std::vector<std::string> parts;
  const Json& authors = member(article, "authors");
  if (authors.is_array() && !authors.empty()) {
    parts.push_back(value_text(authors[0]) + (authors.size() > 1 ? " et al." : ""));
  }
  const auto add = [&](const std::string& part) {
    if (!part.empty()) parts.push_back(part);
  };
  add(text_of(article, "publication_date").substr(0, 4));
  add(text_of(article, "journal"));
  add(text_of(row, "design"));
  const std::string n = text_of(member(row, "extraction"), "sample_size");
  add(n.empty() ? "" : "n=" + n);
  const std::string pmid = text_of(article, "pmid");
  add(pmid.empty() ? text_of(article, "item_id") : "PMID " + pmid);
  return text::join(parts, " · ");
}

std::string record_text(const Json& row, std::size_t width) {
  const Json& article = member(row, "article");
  std::string rank = text_of(row, "rank");
  rank.insert(0, rank.size() < 3 ? 3 - rank.size() : 0, ' ');
  std::string out = rank + "  " + two_digits(score_of(row)) + "  ";
  const std::size_t indent = out.size();
  const std::string pad(indent, ' ');
  out += wrapped(marks(article) + text_of(article, "title"), width, indent);
  out += pad + wrapped(facts(row), width, indent);
  const std::string conclusion = text_of(member(row, "extraction"), "conclusion");
  if (!conclusion.empty()) out += pad + wrapped("“" + conclusion + "”", width, indent);
  return out + "\n";
}

// A quote that stood above is not printed again.
std::string hypothesis_text(const Json& h, std::size_t width) {
  std::set<std::string> printed;
  std::string chain;
  for (const char* level : {"drug", "target", "pathway", "effect"}) {
    const std::string name = text_of(h, level);
    if (!name.empty()) chain += (chain.empty() ? "" : " → ") + name;
  }
  std::string out = wrapped("Mechanism (" + text_of(h, "status") + ", confidence " +
                                two_digits(number_of(h, "confidence")) + "): " + chain,
                            width, 2);
  for (const Json& link : member(h, "links")) {
    out += "  " + wrapped(text_of(link, "from") + " " + text_of(link, "relation") + " " +
                              text_of(link, "to"),
                          width, 2);
    const Json& evidence = member(link, "evidence");
    if (!evidence.is_array() || evidence.empty()) continue;
    if (!printed.insert(text_of(evidence[0], "quote")).second) {
      out += "    PMID " + text_of(evidence[0], "pmid") + ": as quoted above\n";
      continue;
    }
    out += "    " + wrapped("PMID " + text_of(evidence[0], "pmid") + ": “" +
                                text_of(evidence[0], "quote") + "”",
                            width, 4);
  }
  return out;
}

// What was searched, and how much of it was read.
std::string search_text(const Json& evidence, std::size_t width) {
  const Json& counts = member(evidence, "counts");
  const Json& query = member(evidence, "query");
  std::string out = wrapped("Query: " + text_of(query, "query_string"), width, 2);
  if (has(query, "relaxed"))
    out += wrapped("Relaxed: " + text_of(member(query, "relaxed"), "note"), width, 2);
  out += wrapped("Found: " + found_text(evidence), width, 2);
  return out + "Read " + text_of(counts, "fetched") + ", ranked " + text_of(counts, "ranked") +
         ", retracted " + text_of(counts, "retracted") + "\n\n";
}

}  // namespace

std::string terminal_ranking(const Json& evidence, const TerminalOptions& options) {
  const auto width = static_cast<std::size_t>(std::max(40, options.width));
  const Json& query = member(evidence, "query");
  std::string out;
  if (has(query, "absent_drug")) {
    out += wrapped("“" + text_of(query, "absent_drug") + "” occurs nowhere in " +
                       searched_place(evidence) + ": no record below is about it.",
                   width, 0);
  }
  out += wrapped(text_of(evidence, "question"), width, 0);
  if (member(evidence, "sample") == true)
    out += "Built-in sample: invented records, not real publications.\n";
  const std::string answer = answer_plain(evidence, width);
  out += answer + (answer.empty() ? "" : "\n") + search_text(evidence, width);
  int shown = 0;
  const Json& articles = member(evidence, "articles");
  for (const Json& row : articles) {
    if (shown++ == options.most_records) break;
    out += record_text(row, width);
  }
  if (articles.is_array() && static_cast<int>(articles.size()) > options.most_records) {
    out += "… and " +
           std::to_string(articles.size() - static_cast<std::size_t>(options.most_records)) +
           " more in the report (--out DIR)\n\n";
  }
  const Json& assessment = member(evidence, "assessment");
  const Json& hypotheses = member(assessment, "hypotheses");
  if (hypotheses.is_array() && !hypotheses.empty()) {
    out += hypothesis_text(hypotheses[0], width);
  } else if (assessment.is_object()) {
    out += "No mechanism chain: the records do not quote every link of one.\n";
  }
  for (const Json& warning : member(evidence, "warnings"))
    out += wrapped("Warning: " + value_text(warning), width, 2);
  return out;
}

}  // namespace ev::output
