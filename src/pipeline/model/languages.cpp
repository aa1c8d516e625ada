#include "pipeline/model/languages.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace ev::model {

namespace {

// By code, for binary search.
const std::vector<Language>& table() {
  static const auto all = data_rows("tables/languages.tsv", [](const DataTable::Row& row) {
    return Language{row["code"], row["short_code"], row["name"]};
  });
  return all;
}

const Language* by_code(std::string_view code) {
  const auto found = std::lower_bound(
      table().begin(), table().end(), code,
      [](const Language& known, std::string_view wanted) { return known.code < wanted; });
  return found != table().end() && found->code == code ? &*found : nullptr;
}

}  // namespace

std::span<const Language> languages() {
  return table();
}

const Language* find_language(std::string_view code_or_name) {
  const std::string key = text::to_lower_ascii(text::trim(code_or_name));
  if (key.empty()) return nullptr;
  if (const Language* known = by_code(key)) return known;
  std::string_view name = std::string_view(key).substr(0, key.find(','));
  if (name.size() > 3 && (name[2] == '-' || name[2] == '_')) name = name.substr(0, 2);
  const auto found = std::find_if(table().begin(), table().end(), [name](const Language& known) {
    return name == known.name || name == known.short_code;
  });
  return found == table().end() ? nullptr : &*found;
}

std::string language_code(std::string_view code_or_name) {
  if (const Language* known = find_language(code_or_name)) return std::string(known->code);
  std::string code = text::to_lower_ascii(text::trim(code_or_name));
  const bool letters =
      std::all_of(code.begin(), code.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return code.size() == 3 && letters ? code : "";
}

}  // namespace ev::model
