// Where a record names what may be an arm: lists of allocation and of what was received, contrasts
// of titles and aims, heads such as "group" and "-treated patients". Each place counts by how
// surely it names an arm. Pure functions.
#pragma once

#include "pipeline/read/arms/arm_words.hpp"

#include <span>
#include <vector>

namespace ev::read {

struct ArmPhrase {
  std::size_t sentence = 0;
  std::size_t first = 0;  // tokens [first, last)
  std::size_t last = 0;
  double weight = 0;
  int list = -1;  // phrases of one contrast share a number
  Key key;
  bool combined = false;  // "a plus b", "a and b" taken together
  bool alone = false;     // "a alone"
};

std::vector<ArmPhrase> arm_phrases(const std::vector<Sentence>& sentences,
                                   const ArmVocabulary& vocabulary,
                                   std::span<const doc::Span> named);

}  // namespace ev::read
