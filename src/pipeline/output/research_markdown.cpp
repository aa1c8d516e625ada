#include "base/text.hpp"
#include "pipeline/output/answer_view.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/research_report.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::output {

namespace {

std::string md(std::string_view raw) {
  return markdown_text(raw);
}

std::string md_of(const Json& object, const char* name) {
  return md(text_of(object, name));
}

// A code span must not end early.
std::string md_code(std::string_view raw) {
  std::string out;
  for (const char c : text::displayable(raw)) out += c == '`' ? '\'' : c == '\n' ? ' ' : c;
  return "`" + out + "`";
}

std::string md_list(const char* heading, const Json& items) {
  if (!items.is_array() || items.empty()) return {};
  std::string out = std::string("\n## ") + heading + "\n\n";
  for (const Json& item : items) out += "- " + md(value_text(item)) + "\n";
  return out;
}

std::string md_quotes(const Json& quotes, const char* indent) {
  std::string out;
  for (const Json& quote : quotes) {
    out += std::string(indent) +
           (text_of(quote, "stance") == "contradicts" ? "- against: “" : "- for: “") +
           md_of(quote, "quote") + "” (" + md_of(quote, "pmid") + ", " + md_of(quote, "design") +
           ", " + md_of(quote, "species") + (member(quote, "hedged") == true ? ", hedged" : "") +
           (member(quote, "negated") == true ? ", negated" : "") + ")\n";
  }
  return out;
}

std::string md_verdict(const Json& v) {
  std::string out = "- **" + md_of(v, "from") + " " + md_of(v, "relation") + " " + md_of(v, "to") +
                    "**: " + md_of(v, "status") + ". " + md_of(v, "reason") + "\n";
  return out + md_quotes(member(v, "evidence"), "  ");
}

std::string md_hypotheses(const Json& d) {
  std::string out = "\n## Tested hypotheses\n";
  int number = 0;
  for (const Json& h : member(d, "hypotheses")) {
    out += "\n### Hypothesis " + std::to_string(++number) + ": ";
    bool first = true;
    for (const char* level : {"drug", "target", "pathway", "effect"}) {
      const std::string name = md_of(h, level);
      if (!name.empty()) out += (first ? "" : " → ") + name;
      first = false;
    }
    out += "\n\n" + md_of(h, "status") + ", confidence " +
           std::to_string(std::lround(number_of(h, "confidence") * 100)) + "%, " +
           md_of(h, "hypothesis_id") + "\n\n";
    const Json& test = member(h, "test");
    for (const Json& v : member(test, "links")) out += md_verdict(v);
    if (has(test, "whole")) out += md_verdict(member(test, "whole"));
  }
  if (number == 0) out += "\nNo mechanism is stated in the records read.\n";
  return out;
}

std::string md_judgement(const Json& d) {
  const Json& judgement = member(d, "judgement");
  if (!judgement.is_object()) return {};
  std::string out =
      "\n## How the evidence was judged\n\n| Score | Criterion | Points | Counted |\n"
      "|---|---|---|---|\n";
  for (const Json& c : member(judgement, "criteria")) {
    out += "| " + md_of(c, "score") + " | " + md_of(c, "name") + " | " +
           one_digit(number_of(c, "points")) + " of " + one_digit(number_of(c, "of")) + " | " +
           md_of(c, "basis") + " |\n";
  }
  return out + md_list("Missing", member(judgement, "missing"));
}

std::string md_articles(const Json& d) {
  const Json& articles = member(d, "articles");
  if (!articles.is_array() || articles.empty()) return {};
  std::string out = "\n## Ranked records\n\n| # | Score | Record | Design |\n|---|---|---|---|\n";
  for (const Json& row : articles) {
    const Json& article = member(row, "article");
    const std::string status = text_of(member(article, "retraction"), "status");
    const bool flagged = !status.empty() && status != "none";
    const std::string pmid = text_of(article, "pmid");
    const std::string id = pmid.empty() ? text_of(article, "item_id") : "PMID " + pmid;
    out += "| " + md_of(row, "rank") + " | " + two_digits(score_of(row)) + " | " +
           (flagged ? "**" + md(status) + "** " : "") + md_of(article, "title") + " (" +
           md_of(article, "publication_date") + ") " + md(id) + " | " + md_of(row, "design") +
           " |\n";
  }
  return out;
}

std::string md_flow(const Json& d) {
  const Json& flow = member(d, "flow");
  if (!flow.is_object()) return {};
  std::string out = "\n## Flow of records\n\n";
  for (const auto& [name, label] : {std::pair{"identified", "records identified"},
                                    {"duplicates", "duplicates removed"},
                                    {"records", "different works"},
                                    {"without_abstract", "without abstract"},
                                    {"retracted", "retracted or notices"},
                                    {"read", "read"},
                                    {"ranked", "ranked"},
                                    {"cited", "cited in this report"}}) {
    out += "- " + md_of(flow, name) + " " + label + "\n";
  }
  return out;
}

std::string md_searches(const Json& d) {
  const Json& searches = member(d, "searches");
  if (!searches.is_array() || searches.empty()) return {};
  std::string out = "\n## Queries as run\n\n";
  for (const Json& search : searches) {
    out += "- round " + md_of(search, "round") + ", " + md_of(search, "purpose") + ": " +
           md_code(text_of(search, "query")) + " — ";
    if (!text_of(search, "error").empty()) {
      out += md_of(search, "error") + "\n";
      continue;
    }
    std::string counts;
    for (const Json& source : member(search, "sources")) {
      counts += (counts.empty() ? "" : ", ") + md_of(source, "source") + " " +
                md_of(source, "returned") + " of " +
                (has(source, "found") ? md_of(source, "found") : "?");
    }
    out += counts + "; " + md_of(search, "new_records") + " new\n";
  }
  return out;
}

std::string md_references(const Json& d) {
  const Json& references = member(d, "references");
  if (!references.is_array() || references.empty()) return {};
  std::string out = "\n## References\n\n";
  int number = 0;
  for (const Json& reference : references) {
    const Json& article = member(reference, "article");
    out += std::to_string(++number) + ". " + md_of(article, "title") + " " +
           md_of(article, "journal") + " " + md_of(article, "publication_date") + ". " +
           md_of(reference, "id") + " — " + md_of(reference, "status") + "\n";
  }
  return out;
}

}  // namespace

std::string research_markdown(const Json& document) {
  const Json& judgement = member(document, "judgement");
  std::string out = "# " + md_of(document, "question") + "\n\n";
  if (member(document, "sample") == true)
    out += "**Built-in sample: every record is invented, none is a real publication.**\n\n";
  const std::string answer = answer_markdown(document, Quoted::escaped);
  out += answer + (answer.empty() ? "" : "\n") + md_of(document, "stop_sentence");
  if (judgement.is_object()) out += " Judged: " + md_of(judgement, "reason") + ".";
  out += "\n\n" + md_of(document, "run_id") + ", " + md_of(document, "as_of") + "\n";
  const bool clinical = text_of(document, "rubric") == "clinical";
  return out + (clinical ? "" : md_hypotheses(document)) + md_articles(document) +
         md_judgement(document) + md_list("Knowledge gaps", member(document, "knowledge_gaps")) +
         md_list("Searches that would fill them", member(document, "recommended_searches")) +
         md_flow(document) + md_searches(document) +
         md_list("Limitations", member(document, "limitations")) +
         md_list("Warnings", member(document, "warnings")) + md_references(document);
}

}  // namespace ev::output
