// Where a record names what may be an arm, as the tagger marks it (`tagged`, by sentence) and as
// the grammar of allocation tells it. Each place counts by how surely it names an arm. Where doses
// tell arms apart, the vocabulary is told of them. Pure functions.
#pragma once

#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/read/spans/tagged.hpp"

#include <vector>

namespace ev::read {

struct ArmPhrase {
  std::size_t sentence = 0;
  std::size_t first = 0;  // tokens [first, last)
  std::size_t last = 0;
  double weight = 0;                 // 0 to 1
  int list = -1;                     // phrases of one contrast share a number
  std::vector<std::string> numbers;  // as written
  Key key;
  bool combined = false;  // "a plus b", "a and b" taken together
  bool alone = false;     // "a alone"
};

std::vector<ArmPhrase> arm_phrases(const std::vector<Sentence>& sentences,
                                   const std::vector<std::vector<TaggedSpan>>& tagged,
                                   ArmVocabulary& vocabulary);

}  // namespace ev::read
