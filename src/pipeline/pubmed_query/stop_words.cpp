#include "pipeline/pubmed_query/stop_words.hpp"

#include "base/data_table.hpp"

#include <unordered_set>

namespace ev::pubmed_query {

bool is_stop_word(std::string_view lower_case_word) {
  static const std::unordered_set<std::string_view> words = [] {
    const auto listed = data_words("lexicon/pubmed_stop_words.tsv");
    return std::unordered_set<std::string_view>(listed.begin(), listed.end());
  }();
  return words.contains(lower_case_word);
}

}  // namespace ev::pubmed_query
