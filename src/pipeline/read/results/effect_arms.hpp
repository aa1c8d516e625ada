// How likely an estimate compares one arm with another, by a learnt forest
// (data/weights/effect_arms.txt) over where both are named, what the words tell of more and less,
// and the contrast as worded. Thread rule: constant.
#pragma once

#include "pipeline/nlp/forest.hpp"
#include "pipeline/read/results/figure_arms.hpp"
#include "pipeline/read/results/row_parts.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ev::read {

class EffectArms {
 public:
  // `stated` is an estimate of the sentence; `begin` is where the words on it begin.
  EffectArms(const FigureSentence& of, const StatedEffect& stated, std::size_t begin);
  // What the forest judges by.
  nlp::Numbers numbers(const ArmPair& pair) const;
  // The likeliest pair; nothing where none is likely.
  std::optional<ArmPair> best() const;

 private:
  void add_arm(std::size_t arm, nlp::Numbers& out) const;
  void add_told(nlp::Numbers& out) const;

  FigureSentence of_;
  const StatedEffect& stated_;
  std::size_t begin_;
  std::optional<ArmPair> worded_;
  std::vector<std::size_t> named_;
};

}  // namespace ev::read
