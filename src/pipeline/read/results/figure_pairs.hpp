// How likely two figures of a sentence state one outcome of two arms, by a learnt forest
// (data/weights/figure_pairs.txt) over their kinds, what stands between them and the arms named
// around them. Thread rule: constant.
#pragma once

#include "pipeline/nlp/forest.hpp"
#include "pipeline/read/results/figure_arms.hpp"

#include <cstddef>
#include <vector>

namespace ev::read {

// Figures farther apart are no pair: figures between them.
inline constexpr std::size_t kMaxFiguresApart = 12;

class FigurePairs {
 public:
  explicit FigurePairs(const FigureSentence& of);
  // What the forest judges by; `second` stands behind `first`.
  nlp::Numbers numbers(std::size_t first, std::size_t second) const;
  // 0 to 1.
  double probability(std::size_t first, std::size_t second) const;

 private:
  // Figures joined by "and", "/" or commas alone: "5, 6 and 7".
  struct List {
    std::size_t first = 0, size = 1;
  };
  void add_kinds(std::size_t first, std::size_t second, nlp::Numbers& out) const;
  void add_between(Range gap, std::size_t figures, nlp::Numbers& out) const;
  void add_mentions(std::size_t first, std::size_t second, nlp::Numbers& out) const;
  void add_lists(std::size_t first, std::size_t second, nlp::Numbers& out) const;
  void add_sentence(std::size_t first, std::size_t second, nlp::Numbers& out) const;
  // The arm named last before a byte, or first behind it, within `within`; -1 for none.
  int arm_before(std::size_t byte, std::size_t from) const;
  int arm_behind(std::size_t byte, std::size_t to) const;

  FigureSentence of_;
  std::vector<List> lists_;  // of each figure
};

}  // namespace ev::read
