// Words of a class of lexicon/link_words.tsv. Thread rule: immutable once made.
#pragma once

#include <string_view>
#include <unordered_set>

namespace ev::mechanism {

class WordClass {
 public:
  explicit WordClass(std::string_view name);
  bool has(std::string_view word) const { return words_.contains(word); }

 private:
  std::unordered_set<std::string_view> words_;
};

}  // namespace ev::mechanism
