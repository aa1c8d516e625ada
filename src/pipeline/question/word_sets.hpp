// The sets of words by which questions and results are read (data/lexicon/reading_words.tsv), read
// once. Thread rule: any thread.
#pragma once

#include "pipeline/question/words.hpp"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ev::question {

class WordSet {
 public:
  explicit WordSet(const std::vector<std::string_view>& words);
  bool has(const Word& word) const { return texts_.count(word.text) > 0; }
  bool has_stem(const Word& word) const { return !word.mark && stems_.count(word.stem) > 0; }

 private:
  std::unordered_set<std::string> texts_, stems_;
};

struct WordSets {
  WordSet function, people, denying, alike, preposition, auxiliary, comparator_end, comparator_lead,
      degree_up, degree_down, value_up, value_down, good_measure, up, down, good, bad, associated,
      same, denied, control, undoing, change, negation, clause_break, likelihood, hedge,
      change_noun, ranked_part, comparative, ratio, title_verb, side_by_side, procedure, open_lead,
      open_end, light_verb, having, behind_setting;
  std::vector<std::string_view> drug_endings;
};
const WordSets& word_sets();

// A name that ends as names of drugs do ("-olol").
bool ends_like_a_drug(std::string_view word);

}  // namespace ev::question
