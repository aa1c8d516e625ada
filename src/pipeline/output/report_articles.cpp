#include "base/text.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::output {

namespace {

using Range = std::pair<int, int>;

// Field names as a reader would write them: "sample_size" -> "sample size".
std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string byline(const Json& article) {
  std::string out;
  const Json& authors = member(article, "authors");
  if (authors.is_array() && !authors.empty()) {
    out = escape(value_text(authors[0])) + (authors.size() > 1 ? " et al." : "");
  }
  for (const std::string& part :
       {text_of(article, "publication_date").substr(0, 4), text_of(article, "journal")}) {
    if (!part.empty()) out += (out.empty() ? "" : " · ") + escape(part);
  }
  return out;
}

std::string ids_line(const Json& article) {
  std::vector<std::string> links = {record_link(article)};
  const auto add = [&links](std::string link) {
    if (std::find(links.begin(), links.end(), link) == links.end())
      links.push_back(std::move(link));
  };
  if (has(article, "doi")) add("DOI " + doi_link(text_of(article, "doi")));
  if (has(article, "pmcid")) add(escape(text_of(article, "pmcid")));
  for (const Json& nct : member(article, "nct_ids")) add(trial_link(value_text(nct)));
  if (has(article, "item_id")) add(escape(text_of(article, "item_id")));
  std::string out;
  for (const std::string& link : links) {
    if (!link.empty()) out += (out.empty() ? "" : " · ") + link;
  }
  return out;
}

std::string main_result(const Json& row) {
  const Json& cells = member(row, "extraction");
  std::string out;
  for (const char* name : {"effect_estimate", "confidence_interval", "p_value"}) {
    const std::string value = text_of(cells, name);
    // The effect as stated often ends in its interval already.
    if (!value.empty() && out.find(escape(value)) == std::string::npos)
      out += (out.empty() ? "" : "; ") + escape(value);
  }
  return out.empty() ? "<span class=\"muted\">not stated</span>" : out;
}

std::string score_cell(const Json& row) {
  const double score = std::clamp(score_of(row), 0.0, 1.0);
  return "<td class=\"num score\">" + two_digits(score) +
         "<div class=\"track\" aria-hidden=\"true\"><i style=\"width:" +
         std::to_string(static_cast<int>(score * 100)) + "%\"></i></div></td>";
}

// Which columns a table of these rows needs: sets that were never scored or read into have none of
// these values.
struct ShownColumns {
  bool score = false;
  bool values = false;
};

ShownColumns shown_columns(const Json& articles) {
  ShownColumns out;
  for (const Json& row : articles) {
    out.score = out.score || has(row, "final_score") || has(row, "total_score");
    out.values = out.values || has(row, "extraction");
  }
  return out;
}

std::string table_row(const Json& row, const ShownColumns& shown) {
  const Json& article = member(row, "article");
  const bool retracted = text_of(member(article, "retraction"), "status") == "retracted";
  const std::string title =
      text_of(article, "title").empty() ? "[no title]" : text_of(article, "title");
  return std::string("<tr") + (retracted ? " class=\"retracted\"" : "") +
         "><td class=\"num rank\">" + escape(text_of(row, "rank")) + "</td>" +
         (shown.score ? score_cell(row) : "") + "<td>" + status_badges(article) +
         "<a class=\"title\" href=\"#" + record_anchor(article) + "\">" + escape(title) +
         "</a><div class=\"muted\">" + byline(article) + "</div></td><td>" +
         escape(text_of(row, "design")) + "</td>" +
         (shown.values
              ? "<td class=\"num n\">" + escape(text_of(member(row, "extraction"), "sample_size")) +
                    "</td><td>" + main_result(row) + "</td>"
              : "") +
         "</tr>";
}

// Quotes of all cells that lie in the abstract.
std::vector<Range> quote_ranges(const Json& metadata) {
  std::vector<Range> out;
  const auto add = [&](const Json& place) {
    if (text_of(place, "text") != "abstract" || !has(place, "start") || !has(place, "end")) return;
    out.emplace_back(static_cast<int>(number_of(place, "start")),
                     static_cast<int>(number_of(place, "end")));
  };
  for (const Json& cell : metadata) {
    add(cell);
    for (const Json& place : member(cell, "values")) add(place);
  }
  return out;
}

std::string quotes_of(const Json& cell) {
  std::string out;
  const auto add = [&](const Json& place) {
    const std::string quote = text_of(place, "quote");
    if (!quote.empty())
      out += "<div class=\"cell-quote\">“" + escape(quote) + "” (" +
             escape(text_of(place, "text")) + ")</div>";
  };
  add(cell);
  for (const Json& place : member(cell, "values")) add(place);
  return out;
}

std::string cells_table(const Json& row) {
  const Json& cells = member(row, "extraction");
  const Json& metadata = member(row, "extraction_metadata");
  if (!cells.is_object() || cells.empty()) return {};
  std::string out =
      "<h4>Extracted</h4><div class=\"scroll\"><table><thead><tr><th scope=\"col\">Field</th><th "
      "scope=\"col\">Value "
      "and quote</th></tr></thead><tbody>";
  std::string absent;
  for (const auto& [name, value] : cells.items()) {
    if (value.is_null() || value_text(value).empty()) {
      absent += (absent.empty() ? "" : ", ") + escape(spaced(name));
      continue;
    }
    const Json& cell = member(metadata, name.c_str());
    const bool conflict = text_of(cell, "status") == "conflict";
    out += "<tr><th scope=\"row\">" + escape(spaced(name)) + "</th><td>" +
           (conflict ? "<span class=\"badge\">CONFLICT</span>" : "") +
           escape(text::ellipsize(value_text(value), 400)) + quotes_of(cell) + "</td></tr>";
  }
  out += "</tbody></table></div>";
  if (!absent.empty()) out += "<p class=\"muted\">Not stated: " + absent + "</p>";
  return out;
}

std::string score_line(const Json& row) {
  std::string out;
  for (const auto& [name, value] : member(row, "score_breakdown").items()) {
    if (value.is_number())
      out +=
          (out.empty() ? "" : " + ") + escape(spaced(name)) + " " + two_digits(value.get<double>());
  }
  if (out.empty()) return {};
  out = "<p class=\"muted\">Score " + two_digits(number_of(row, "total_score")) + " from " + out;
  for (const Json& boost : member(row, "boosts")) {
    out += " ×" + escape(text_of(boost, "factor")) + " (" + escape(text_of(boost, "reason")) + ")";
  }
  const std::string ranked_by = two_digits(score_of(row));
  if (ranked_by != two_digits(number_of(row, "total_score"))) out += " = " + ranked_by;
  if (score_of(row) == 0) {
    const std::string status = text_of(member(member(row, "article"), "retraction"), "status");
    if (status == "retracted" || status == "notice") out += ", set to 0: " + escape(status);
  }
  return out + "</p>";
}

std::string details_block(const Json& row) {
  const Json& article = member(row, "article");
  const std::string abstract = text_of(article, "abstract");
  std::string out = "<details id=\"" + record_anchor(article) + "\"><summary>" +
                    escape(text_of(row, "rank")) + ". " + status_badges(article) +
                    escape(text_of(article, "title")) + "</summary><p class=\"muted\">" +
                    byline(article) + "<br>" + ids_line(article) + "</p>";
  out += abstract.empty()
             ? "<p class=\"muted\">The record has no abstract.</p>"
             : "<p class=\"abstract\">" +
                   highlight(abstract, quote_ranges(member(row, "extraction_metadata"))) + "</p>";
  return out + cells_table(row) + score_line(row) + "</details>";
}

}  // namespace

std::string status_badges(const Json& article) {
  std::string out;
  const std::string status = text_of(member(article, "retraction"), "status");
  if (status == "retracted") out += "<span class=\"badge bad\">RETRACTED</span>";
  if (status == "expression_of_concern")
    out += "<span class=\"badge bad\">EXPRESSION OF CONCERN</span>";
  if (status == "notice") out += "<span class=\"badge\">NOTICE</span>";
  if (status == "corrected") out += "<span class=\"badge\">CORRECTED</span>";
  if (member(article, "is_preprint") == true) out += "<span class=\"badge\">PREPRINT</span>";
  return out;
}

std::string articles_section(const Json& evidence) {
  const Json& articles = member(evidence, "articles");
  const bool ranked = member(evidence, "ranked") != false;
  std::string out = std::string("<section aria-labelledby=\"ranking\"><h2 id=\"ranking\">") +
                    (ranked ? "Ranked records" : "Records") + "</h2>";
  if (!articles.is_array() || articles.empty())
    return out + "<p>No record was found.</p></section>";
  const ShownColumns shown = shown_columns(articles);
  out += "<table class=\"ranking\"><thead><tr><th scope=\"col\" class=\"num\">#</th>";
  if (shown.score) out += "<th scope=\"col\" class=\"num\">Score</th>";
  out += "<th scope=\"col\">Record</th><th scope=\"col\">Design</th>";
  if (shown.values) {
    out += "<th scope=\"col\" class=\"num\">n</th><th scope=\"col\">Result as stated</th>";
  }
  out += "</tr></thead><tbody>";
  for (const Json& row : articles) out += table_row(row, shown) + "\n";
  out += std::string("</tbody></table><h2 id=\"records\">") +
         (shown.values ? "Records with their quotes</h2><p class=\"muted\">Marked text is what the "
                         "values were taken from.</p>"
                       : "Records in full</h2>");
  for (const Json& row : articles) out += details_block(row) + "\n";
  return out + "</section>";
}

}  // namespace ev::output
