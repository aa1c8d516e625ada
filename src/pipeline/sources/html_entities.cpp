#include "pipeline/sources/html_entities.hpp"

#include "base/data_table.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace ev::sources {

namespace {

// Sorted by name (byte order), for binary search.
const std::vector<std::pair<std::string_view, char32_t>>& entities() {
  static const auto all = data_rows("tables/html_entities.tsv", [](const DataTable::Row& row) {
    std::uint32_t code = 0;
    std::from_chars(row["code"].data(), row["code"].data() + row["code"].size(), code, 16);
    return std::pair(row["name"], static_cast<char32_t>(code));
  });
  return all;
}

}  // namespace

std::optional<char32_t> html_entity(std::string_view name) {
  const auto found = std::lower_bound(
      entities().begin(), entities().end(), name,
      [](const auto& entity, std::string_view wanted) { return entity.first < wanted; });
  if (found == entities().end() || found->first != name) return std::nullopt;
  return found->second;
}

}  // namespace ev::sources
