#include "pipeline/mesh/qualifiers.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <string>

namespace ev::mesh {

namespace {

const std::vector<Qualifier>& table() {
  static const auto all = data_rows("tables/mesh_qualifiers.tsv", [](const DataTable::Row& row) {
    return Qualifier{row["code"], row["name"], row["family"], row["current"] == "yes"};
  });
  return all;
}

// "&" and "and" are the same.
std::string name_key(std::string_view name) {
  std::string key;
  for (const std::string& word : text::split(term_key(name), ' ')) {
    if (word == "and") continue;
    key += (key.empty() ? "" : " ") + word;
  }
  return key;
}

}  // namespace

std::span<const Qualifier> qualifiers() {
  return table();
}

const Qualifier* find_qualifier(std::string_view code_or_name) {
  const std::string key = name_key(code_or_name);
  for (const Qualifier& qualifier : table()) {
    const bool by_code = key.size() == 2 && text::equal_ignoring_ascii_case(key, qualifier.code);
    if (by_code || key == name_key(qualifier.name)) return &qualifier;
  }
  return nullptr;
}

std::vector<const Qualifier*> exploded_qualifier(const Qualifier& qualifier) {
  std::vector<const Qualifier*> out = {&qualifier};
  for (const std::string& code : text::split(qualifier.family, ' ')) {
    const Qualifier* member = code.empty() ? nullptr : find_qualifier(code);
    if (member != nullptr) out.push_back(member);
  }
  return out;
}

}  // namespace ev::mesh
