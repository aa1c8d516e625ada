#include "pipeline/mechanism/groups.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

namespace ev::mechanism {
namespace {

// Last name and first initial: sources write the rest in different ways.
std::string author_key(const model::Author& author) {
  if (author.collective || author.last_name.empty()) return text::fold(author.name);
  const std::string initial =
      author.initials.empty() ? std::string() : text::fold(author.initials).substr(0, 1);
  return text::fold(author.last_name) + " " + initial;
}

}  // namespace

std::optional<std::size_t> independent_author_groups(
    const std::vector<const model::Article*>& records) {
  std::vector<std::set<std::string>> lists;
  for (const model::Article* record : records) {
    std::set<std::string> names;
    for (const model::Author& author : record->authors) names.insert(author_key(author));
    if (!names.empty()) lists.push_back(std::move(names));
  }
  if (lists.empty()) return std::nullopt;
  std::vector<std::size_t> root(lists.size());
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i];
    return i;
  };
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (std::size_t j = i + 1; j < lists.size(); ++j) {
      std::size_t shared = 0;
      for (const std::string& name : lists[i]) shared += lists[j].count(name);
      if (2 * shared >= std::min(lists[i].size(), lists[j].size())) root[find(j)] = find(i);
    }
  }
  std::size_t groups = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) groups += find(i) == i ? 1 : 0;
  return groups;
}

}  // namespace ev::mechanism
