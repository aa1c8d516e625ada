#include "pipeline/pubmed_query/publication_types.hpp"

#include "base/data_table.hpp"

#include <utility>

namespace ev::pubmed_query {

std::span<const std::string_view> publication_types() {
  static const auto types = data_words("tables/publication_types.tsv", "type");
  return types;
}

std::string_view meant_type(std::string_view key) {
  static const auto meant =
      data_rows("tables/publication_types_meant.tsv",
                [](const DataTable::Row& row) { return std::pair(row["written"], row["type"]); });
  for (const auto& [written, type] : meant) {
    if (written == key) return type;
  }
  return "";
}

}  // namespace ev::pubmed_query
