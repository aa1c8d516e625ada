#include "pipeline/text/drug_stems.hpp"

#include "base/data_table.hpp"

#include <algorithm>

namespace ev::doc {

std::vector<std::string_view> drug_stems_for(std::string_view reader) {
  std::vector<std::string_view> out;
  const DataTable table = data_table("lexicon/drug_stems.tsv");
  for (const DataTable::Row& row : table.rows()) {
    const auto readers = data_values(row["readers"]);
    if (std::ranges::find(readers, reader) != readers.end()) out.push_back(row["stem"]);
  }
  return out;
}

}  // namespace ev::doc
