#include "pipeline/output/answer_view.hpp"

#include "base/text.hpp"
#include "pipeline/output/evidence_plots.hpp"
#include "pipeline/output/html.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace ev::output {

namespace {

const Json& result_of(const Json& document) {
  const Json& claim = member(document, "claim_result");
  return claim.is_object() ? claim : member(document, "comparison_result");
}

struct Side {
  const char* stance;
  const char* heading;
};
constexpr Side kSides[] = {{"supports", "For"},
                           {"contradicts", "Against"},
                           {"mixed", "Mixed"},
                           {"unread", "On the topic, not read"},
                           {"mentions", "Mentioned only"}};

std::vector<const Json*> records_of(const Json& result, const char* stance) {
  std::vector<const Json*> out;
  for (const Json& record : member(result, "articles")) {
    if (text_of(record, "stance") == stance) out.push_back(&record);
  }
  return out;
}

// "PMID 1, meta-analysis, human".
std::string source_text(const Json& record) {
  std::string out = text_of(record, "pmid");
  for (const char* name : {"design", "species"}) {
    const std::string value = text_of(record, name);
    const bool known = !value.empty() && value != "unknown" && value != "not stated";
    if (known && out.find(value) == std::string::npos) out += ", " + value;
  }
  return out;
}

// "2: 1 randomized controlled trial, 1 cohort study".
std::string cell_text(const Json& row, const char* where) {
  std::string out;
  for (const auto& [design, counts] : member(row, "designs").items()) {
    if (!has(counts, where)) continue;
    out += (out.empty() ? "" : ", ") + text_of(counts, where) + " " +
           (design.empty() || design == "unknown" ? "of unstated design" : design);
  }
  return text_of(row, where) + (out.empty() ? "" : ": " + out);
}

constexpr const char* kAnswerColumns[] = {
    "Outcome", "For", "Against", "Mixed", "No difference found", "Not read"};
std::vector<std::string> cells_of(const Json& row) {
  const std::string outcome = text_of(row, "outcome");
  return {outcome.empty() ? "as asked" : outcome,
          cell_text(row, "for"),
          cell_text(row, "against"),
          cell_text(row, "mixed"),
          text_of(row, "no_effect"),
          text_of(row, "unread")};
}

std::string ids_text(const Json& ids) {
  std::string out;
  for (const Json& id : ids) out += (out.empty() ? "" : ", ") + value_text(id);
  return out;
}

// What the counts leave out, a sentence each.
std::vector<std::string> not_counted(const Json& document) {
  const Json& result = result_of(document);
  std::vector<std::string> out;
  const auto add = [&](const std::string& n, const char* what) {
    if (!n.empty() && n != "0") out.push_back(n + " " + what);
  };
  add(text_of(result, "unread"), "on the topic, whose result the rules could not read");
  add(text_of(result, "mentions"), "only mention it or are on something else");
  if (has(result, "excluded_retracted"))
    out.push_back("retracted, or a notice of it: " +
                  ids_text(member(result, "excluded_retracted")));
  if (has(result, "counted_once"))
    out.push_back("another record of the same work: " + ids_text(member(result, "counted_once")));
  add(text_of(result, "evidence_omitted"), "more with a quote, not shown here");
  if (const std::string odd = ids_text(member(member(result, "frame"), "not_understood"));
      !odd.empty())
    out.push_back("not understood of the question: " + odd);
  return out;
}

std::string lead_of(const Json& answer) {
  const std::string verdict = text_of(answer, "verdict");
  const std::string text = text_of(answer, "text");
  // The text may begin with the verdict.
  return verdict.empty() || text::fold(text).starts_with(text::fold(verdict))
             ? text
             : verdict + ": " + text;
}

}  // namespace

std::string markdown_text(std::string_view raw) {
  const std::string clean = text::displayable(raw);
  std::string out;
  for (const char c : clean) {
    if (c == '\n' || c == '\t') {
      out += ' ';
      continue;
    }
    if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string answer_markdown(const Json& document, Quoted quoted) {
  const Json& answer = member(document, "answer");
  if (!answer.is_object()) return {};
  const auto shown = [quoted](const std::string& raw) {
    return quoted == Quoted::escaped ? markdown_text(raw) : text::displayable(raw);
  };
  std::string out = "**Answer.** " + shown(lead_of(answer)) + "\n";
  if (has(answer, "best_estimate"))
    out += "Best estimate: " + shown(text_of(answer, "best_estimate")) + "\n";
  if (has(answer, "dissent")) out += "Dissent: " + shown(text_of(answer, "dissent")) + "\n";
  const Json& result = result_of(document);
  std::string rows;
  for (const Json& row : member(result, "by_outcome")) {
    rows += "|";
    for (const std::string& cell : cells_of(row)) rows += " " + markdown_text(cell) + " |";
    rows += "\n";
  }
  if (!rows.empty()) {
    out += "\n|";
    for (const char* column : kAnswerColumns) out += std::string(" ") + column + " |";
    out += "\n|---|---|---|---|---|---|\n" + rows;
  }
  for (const Side& side : kSides) {
    const auto records = records_of(result, side.stance);
    if (records.empty()) continue;
    out += std::string("\n") + side.heading + ":\n";
    for (const Json* r : records) {
      const std::string quote = text_of(*r, "quote");
      out += "- " + (quote.empty() ? "" : "\"" + shown(quote) + "\" ") + "[" +
             shown(source_text(*r)) + "]\n";
    }
  }
  const auto rest = not_counted(document);
  if (!rest.empty()) out += "\nNot counted: " + shown(text::join(rest, "; ")) + ".\n";
  return out;
}

std::string answer_section(const Json& document) {
  const Json& answer = member(document, "answer");
  if (!answer.is_object()) return {};
  const std::string verdict = text_of(answer, "verdict");
  std::string out = "<section aria-labelledby=\"answer\"><h2 id=\"answer\">Answer";
  if (!verdict.empty())
    out += " <span class=\"status " + escape(verdict) + "\">" + escape(verdict) + "</span>";
  out += "</h2><p class=\"lead\">" + escape(text_of(answer, "text")) + "</p>";
  if (has(answer, "best_estimate"))
    out += "<p><b>Best estimate:</b> " + escape(text_of(answer, "best_estimate")) + "</p>";
  if (const auto forest = forest_from_json(member(result_of(document), "pooled")))
    out += "<figure class=\"wide\">" + forest_plot(*forest) + "</figure>";
  if (has(answer, "dissent"))
    out += "<p><b>Dissent:</b> " + escape(text_of(answer, "dissent")) + "</p>";
  const Json& result = result_of(document);
  std::string rows;
  for (const Json& row : member(result, "by_outcome")) {
    rows += "<tr>";
    for (const std::string& cell : cells_of(row)) rows += "<td>" + escape(cell) + "</td>";
    rows += "</tr>";
  }
  if (!rows.empty()) {
    out += "<div class=\"scroll\"><table><thead><tr>";
    for (const char* column : kAnswerColumns)
      out += std::string("<th scope=\"col\">") + column + "</th>";
    out += "</tr></thead><tbody>" + rows + "</tbody></table></div>";
  }
  for (const Side& side : kSides) {
    const auto records = records_of(result, side.stance);
    if (records.empty()) continue;
    out += std::string("<h3>") + side.heading + "</h3>";
    for (const Json* r : records) {
      const std::string id = text_of(*r, "pmid");
      const std::string source = source_text(*r);
      out += std::string("<blockquote") +
             (text_of(*r, "stance") == "contradicts" ? " class=\"against\"" : "") + ">" +
             (has(*r, "quote") ? "“" + escape(text_of(*r, "quote")) + "” " : "") +
             "<span class=\"muted\">" + pubmed_link(id, "PMID " + id) +
             escape(source.substr(id.size())) + "</span></blockquote>";
    }
  }
  const auto rest = not_counted(document);
  if (!rest.empty())
    out += "<p class=\"muted\">Not counted: " + escape(text::join(rest, "; ")) + ".</p>";
  return out + "</section>\n";
}

std::string wrapped(std::string_view s, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (const std::string& word : text::split(text::displayable(s), ' ')) {
    const std::size_t length = text::code_points(word);
    if (column > indent && column + 1 + length > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
  }
  return out + "\n";
}

std::string answer_plain(const Json& document, std::size_t width) {
  const Json& answer = member(document, "answer");
  if (!answer.is_object()) return {};
  std::string out = wrapped("Answer: " + lead_of(answer), width, 2);
  if (has(answer, "best_estimate"))
    out += "  " + wrapped("Best estimate: " + text_of(answer, "best_estimate"), width, 4);
  if (has(answer, "dissent"))
    out += "  " + wrapped("Dissent: " + text_of(answer, "dissent"), width, 4);
  const Json& result = result_of(document);
  for (const Json& row : member(result, "by_outcome")) {
    const auto cells = cells_of(row);
    std::string line = cells.front();
    for (std::size_t i = 1; i < cells.size(); ++i)
      line += std::string(i == 1 ? " — " : "; ") + text::to_lower_ascii(kAnswerColumns[i]) + " " +
              cells[i];
    out += "  " + wrapped(line, width, 4);
  }
  for (const Side& side : kSides) {
    for (const Json* r : records_of(result, side.stance)) {
      const std::string quote = text_of(*r, "quote");
      out += "  " +
             wrapped(std::string(side.heading) + ": " + (quote.empty() ? "" : "“" + quote + "” ") +
                         "[" + source_text(*r) + "]",
                     width, 4);
    }
  }
  const auto rest = not_counted(document);
  if (!rest.empty()) out += "  " + wrapped("Not counted: " + text::join(rest, "; "), width, 4);
  return out;
}

}  // namespace ev::output
