#include "pipeline/query_gen/lay_terms.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace ev::query_gen {

namespace {

struct Entry {
  std::string_view key;
  std::string_view headings;  // separated by '|'
  std::string_view words;     // likewise
  bool own_only = false;
};

const std::vector<Entry>& entries() {
  static const auto all = data_rows("lexicon/lay_terms.tsv", [](const DataTable::Row& row) {
    return Entry{row["name"], row["headings"], row["words"], row["own_only"] == "yes"};
  });
  return all;
}

}  // namespace

LayTerm lay_term(std::string_view key, const mesh::Vocabulary& vocabulary) {
  LayTerm out;
  const auto at = std::find_if(entries().begin(), entries().end(),
                               [key](const Entry& e) { return e.key == key; });
  if (at == entries().end()) return out;
  for (const std::string& name : text::split(at->headings, '|')) {
    const mesh::Heading* heading = vocabulary.by_name(name);
    if (heading != nullptr && !heading->supplementary) out.headings.push_back(heading);
  }
  if (out.headings.empty() || at->words.empty()) return out;
  out.words = text::split(at->words, '|');
  out.own_only = at->own_only;
  return out;
}

}  // namespace ev::query_gen
