// Phrases that name one thing put together by their telling words, and how likely each such name is
// that of an arm, by a learnt forest (data/weights/arm_names.txt) over where and how often it
// stands, what stands beside it and its rivals. Thread rule: constant.
#pragma once

#include "pipeline/nlp/forest.hpp"
#include "pipeline/read/arms/arm_phrases.hpp"

#include <cstddef>
#include <set>
#include <vector>

namespace ev::read {

struct ArmName {
  Key key;
  bool combined = false;
  double score = 0;                       // sum of the weights of its phrases
  std::vector<const ArmPhrase*> phrases;  // which must outlive it
  std::set<int> lists;
};

std::vector<ArmName> arm_names(const std::vector<ArmPhrase>& phrases);
// The words to show: the fewest of those that are sure enough, spelled out where that is no longer.
const ArmPhrase& best_phrase(const ArmName& name);

class ArmNames {
 public:
  // Both must outlive it.
  ArmNames(const std::vector<Sentence>& sentences, const std::vector<ArmName>& names)
      : sentences_(sentences), names_(names) {}
  // What the forest judges by.
  nlp::Numbers numbers(std::size_t index) const;
  // 0 to 1.
  double probability(std::size_t index) const;

 private:
  void add_places(const ArmName& name, nlp::Numbers& out) const;
  void add_words(const ArmName& name, nlp::Numbers& out) const;
  void add_rivals(std::size_t index, nlp::Numbers& out) const;

  const std::vector<Sentence>& sentences_;
  const std::vector<ArmName>& names_;
};

}  // namespace ev::read
