#include "pipeline/output/extraction_table.hpp"

#include "base/text.hpp"
#include "pipeline/output/html.hpp"
#include "pipeline/output/report_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace ev::output {

namespace {

constexpr std::size_t kRows = 30;
constexpr std::size_t kValueCharacters = 300;
constexpr std::size_t kQuoteCharacters = 400;
constexpr double kDoubtful = 0.5;

// The order of a reviewer's table: who, what, against what, with which result. Other fields follow
// by name.
constexpr const char* kOrder[] = {"study_design",
                                  "is_rct",
                                  "phase",
                                  "country",
                                  "sample_size",
                                  "arm_sizes",
                                  "condition",
                                  "population",
                                  "age",
                                  "sex",
                                  "intervention",
                                  "dose",
                                  "comparator",
                                  "duration",
                                  "follow_up",
                                  "primary_outcome",
                                  "outcomes",
                                  "effect_measure",
                                  "effect_size",
                                  "effect_estimate",
                                  "confidence_interval",
                                  "p_value",
                                  "direction",
                                  "adverse_events",
                                  "registration_id",
                                  "conclusion"};

std::string column_name(std::string field) {
  std::replace(field.begin(), field.end(), '_', ' ');
  return field;
}

// "no_difference" is a code and read as words; what a record says keeps its underscores.
std::string shown(std::string value) {
  const bool is_code = std::all_of(value.begin(), value.end(),
                                   [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
  return is_code ? column_name(std::move(value)) : value;
}

bool is_stated(const Json& row, const std::string& field) {
  return !value_text(member(member(row, "extraction"), field.c_str())).empty();
}

std::vector<const Json*> rows_with_values(const Json& articles) {
  std::vector<const Json*> out;
  if (!articles.is_array()) return out;
  for (const Json& row : articles) {
    const Json& cells = member(row, "extraction");
    if (!cells.is_object()) continue;
    const auto items = cells.items();
    const bool any = std::any_of(items.begin(), items.end(), [](const auto& cell) {
      return !value_text(cell.value()).empty();
    });
    if (any) out.push_back(&row);
  }
  return out;
}

// Fields that a row at least has a value for.
std::vector<std::string> columns_of(const std::vector<const Json*>& rows) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& field) {
    if (std::find(out.begin(), out.end(), field) != out.end()) return;
    const bool any = std::any_of(rows.begin(), rows.end(),
                                 [&](const Json* row) { return is_stated(*row, field); });
    if (any) out.push_back(field);
  };
  for (const char* field : kOrder) add(field);
  for (const Json* row : rows) {
    for (const auto& [field, value] : member(*row, "extraction").items()) add(field);
  }
  return out;
}

// "“120 adults” (abstract, 12–22)".
std::string place_text(const Json& place) {
  const std::string quote = text_of(place, "quote");
  if (quote.empty()) return {};
  std::string out = "“" + text::ellipsize(quote, kQuoteCharacters) + "” (" + text_of(place, "text");
  if (has(place, "start") && has(place, "end")) {
    out += ", " + text_of(place, "start") + "–" + text_of(place, "end");
  }
  return out + ")";
}

std::string quotes_text(const Json& cell) {
  std::string out = place_text(cell);
  for (const Json& place : member(cell, "values")) {
    const std::string more = place_text(place);
    if (!more.empty()) out += (out.empty() ? "" : " · ") + more;
  }
  return out;
}

class TableWriter {
 public:
  std::string cell(const Json& row, const std::string& field) {
    const std::string value = value_text(member(member(row, "extraction"), field.c_str()));
    if (value.empty()) return "<td></td>";
    const Json& meta = member(member(row, "extraction_metadata"), field.c_str());
    const std::string quotes = quotes_text(meta);
    std::string out = "<td";
    if (!quotes.empty()) out += " tabindex=\"0\" title=\"" + escape(quotes) + "\"";
    out += ">";
    if (text_of(meta, "status") == "conflict") out += "<span class=\"badge\">CONFLICT</span>";
    out += escape(text::ellipsize(shown(value), kValueCharacters));
    if (number_of(meta, "confidence", 1) < kDoubtful) out += " <span class=\"muted\">(?)</span>";
    if (!quotes.empty()) out += footnote(row, field, quotes);
    return out + "</td>";
  }

  // Shown in print only, where nothing can be hovered over.
  std::string notes() const {
    return notes_.empty() ? "" : "<ol class=\"notes\">" + notes_ + "</ol>";
  }

 private:
  std::string footnote(const Json& row, const std::string& field, const std::string& quotes) {
    ++count_;
    const Json& article = member(row, "article");
    notes_ += "<li>" + record_link(article) + ", " + escape(column_name(field)) + ": " +
              escape(quotes) + "</li>";
    return "<sup class=\"note\">" + std::to_string(count_) + "</sup>";
  }

  std::string notes_;
  int count_ = 0;
};

std::string row_head(const Json& row) {
  const Json& article = member(row, "article");
  std::string name;
  const Json& authors = member(article, "authors");
  if (authors.is_array() && !authors.empty()) {
    name = value_text(authors[0]) + (authors.size() > 1 ? " et al." : "");
  }
  const std::string year = text_of(article, "publication_date").substr(0, 4);
  if (name.empty()) name = text::ellipsize(text_of(article, "title"), 60);
  if (name.empty()) name = record_anchor(article);
  return "<th scope=\"row\">" + status_badges(article) + "<a href=\"#" + record_anchor(article) +
         "\">" + escape(name) + "</a>" + (year.empty() ? "" : " " + escape(year)) + "</th>";
}

}  // namespace

std::string extraction_table(const Json& document) {
  std::vector<const Json*> rows = rows_with_values(member(document, "articles"));
  if (rows.empty()) return {};
  const std::size_t all = rows.size();
  if (rows.size() > kRows) rows.resize(kRows);
  const std::vector<std::string> columns = columns_of(rows);
  std::string out =
      "<section aria-labelledby=\"extraction\"><h2 id=\"extraction\">Extraction table</h2><p "
      "class=\"muted\">A first draft by rules: point at a value, or move to it with the Tab key, "
      "for "
      "the words it was taken from. "
      "Blank means that title and abstract state nothing; (?) marks what a person should look at "
      "first.";
  if (all > kRows) {
    out += " The first " + std::to_string(kRows) + " of " + std::to_string(all) + " records.";
  }
  out +=
      "</p><div class=\"scroll extraction\" role=\"region\" aria-labelledby=\"extraction\" "
      "tabindex=\"0\"><table class=\"extraction\"><thead><tr><th "
      "scope=\"col\">"
      "Record</th>";
  for (const std::string& field : columns) {
    out += "<th scope=\"col\">" + escape(column_name(field)) + "</th>";
  }
  out += "</tr></thead><tbody>";
  TableWriter writer;
  for (const Json* row : rows) {
    out += "<tr>" + row_head(*row);
    for (const std::string& field : columns) out += writer.cell(*row, field);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>" + writer.notes() + "</section>";
}

}  // namespace ev::output
