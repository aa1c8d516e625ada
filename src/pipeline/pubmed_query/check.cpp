#include "pipeline/pubmed_query/check.hpp"

#include "pipeline/pubmed_query/value_check.hpp"

#include <algorithm>
#include <utility>

namespace ev::pubmed_query {

namespace {

std::string repaired_form(std::string_view query) {
  const Parsed mended = parse(query, ParseMode::mend);
  if (!mended.tree) return "";
  // Where a value was cut by its own parentheses only the writer knows how it goes on.
  for (const Diagnostic& d : mended.warnings) {
    if (d.code == "split_word") return "";
  }
  const std::string text = print(*mended.tree);
  return parse(text).errors.empty() ? text : "";
}

Checked checked(std::string_view query, Parsed parsed) {
  Checked out;
  out.valid = parsed.errors.empty() && parsed.tree.has_value();
  if (out.valid) out.canonical = print(*parsed.tree);
  if (!out.valid || !parsed.warnings.empty()) {
    out.repaired = repaired_form(query);
    if (out.repaired == out.canonical) out.repaired.clear();
  }
  out.errors = std::move(parsed.errors);
  out.warnings = std::move(parsed.warnings);
  return out;
}

}  // namespace

Checked check(std::string_view query) {
  return checked(query, parse(query));
}

Checked check(std::string_view query, const mesh::Vocabulary& vocabulary) {
  Parsed parsed = parse(query);
  Diagnostics values;
  if (parsed.tree) values = check_values(*parsed.tree, vocabulary);
  Checked out = checked(query, std::move(parsed));
  const auto middle = out.warnings.insert(out.warnings.end(), values.begin(), values.end());
  std::inplace_merge(
      out.warnings.begin(), middle, out.warnings.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.position < b.position; });
  return out;
}

std::string to_text(const Diagnostic& diagnostic) {
  return "at character " + std::to_string(diagnostic.position) + ": " + diagnostic.message +
         (diagnostic.fix.empty() ? "" : "; fix: " + diagnostic.fix);
}

Result<Node> parse_or_explain(std::string_view query) {
  Parsed parsed = parse(query);
  if (parsed.errors.empty() && parsed.tree) return *std::move(parsed.tree);
  Error error{.code = Errc::invalid_query};
  error.message = "The query cannot be read:";
  for (const Diagnostic& d : parsed.errors) {
    error.message += "\n- at " + std::to_string(d.position) + ": " + d.message;
    if (!d.fix.empty()) error.message += " (" + d.fix + ")";
  }
  if (!parsed.errors.empty()) error.position = parsed.errors.front().position;
  const std::string repaired = repaired_form(query);
  error.recovery = repaired.empty() ? "correct the query and search again"
                                    : "search for this instead: " + repaired;
  return error;
}

}  // namespace ev::pubmed_query
