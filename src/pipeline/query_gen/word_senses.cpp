#include "pipeline/query_gen/word_senses.hpp"

#include "pipeline/query_gen/concept_parts.hpp"

#include <algorithm>

namespace ev::query_gen {

bool is_subject_by_itself(const mesh::Heading& heading) {
  const std::string role = role_of(heading);
  return role == "condition" || role == "intervention";
}

bool writes_so(const mesh::Heading& heading, std::string_view abbreviation) {
  const auto has = [abbreviation](const std::string& term) {
    return term.find(abbreviation) != std::string::npos;
  };
  return has(heading.name) ||
         std::any_of(heading.entry_terms.begin(), heading.entry_terms.end(), has);
}

bool only_as_capitals(const mesh::Heading& heading, const std::string& word) {
  const auto is_capitals = [](const std::string& term) {
    return std::none_of(term.begin(), term.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  };
  if (mesh::term_key(heading.name) == word) return false;
  bool capitals = false;
  for (const std::string& term : heading.entry_terms) {
    if (mesh::term_key(term) != word) continue;
    if (!is_capitals(term)) return false;
    capitals = true;
  }
  return capitals;
}

bool share_branch(const mesh::Heading& a, const mesh::Heading& b) {
  constexpr std::size_t kTwoLevels = 7;
  return std::any_of(a.tree_numbers.begin(), a.tree_numbers.end(), [&b](const std::string& tree) {
    return tree.size() > kTwoLevels && mesh::in_branch(b, tree.substr(0, kTwoLevels));
  });
}

}  // namespace ev::query_gen
