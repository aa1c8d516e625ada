// How likely a figure is the value of an arm, by a learnt forest (data/weights/figure_arms.txt)
// over what stands between the two, the figures of the same outcome, the order in which arms are
// named, and what the words say of more and less. Thread rule: constant.
#pragma once

#include "pipeline/nlp/feature.hpp"
#include "pipeline/nlp/forest.hpp"
#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/figures.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ev::read {

// The figures of a sentence and the arms it names. All of them must outlive it.
struct FigureSentence {
  const Sentence& sentence;
  const std::vector<Figure>& figures;
  const std::vector<ArmMention>& mentions;  // in text order
  const Statistics& statistics;
  const std::vector<Arm>& arms;
};

// The arms of the last series before a figure, in their order.
struct LastOrder {
  std::vector<std::size_t> arms;
  bool in_sentence = false;  // of the same sentence as the figure
};

// Figures of one outcome, each of another arm; ascending.
using FigureGroup = std::vector<std::size_t>;

class FigureArms {
 public:
  explicit FigureArms(const FigureSentence& of);
  // What the forest judges by whether figure group[place] is that of an arm.
  nlp::Numbers numbers(const FigureGroup& group, std::size_t place, std::size_t arm,
                       const LastOrder& last) const;
  // 0 to 1.
  double probability(const FigureGroup& group, std::size_t place, std::size_t arm,
                     const LastOrder& last) const;

 private:
  struct Side;
  std::optional<Range> gap_before(std::size_t figure, std::size_t arm) const;
  std::optional<Range> gap_behind(std::size_t figure, std::size_t arm) const;
  Side side(const std::optional<Range>& between, std::size_t figure, std::size_t arm) const;
  std::vector<std::size_t> distinct(Range within) const;
  std::vector<std::size_t> spoken_order(Range within) const;
  Range around(const FigureGroup& group) const;
  float nearest(std::size_t figure, std::size_t arm) const;
  void add_order(const std::vector<std::size_t>& arms, std::size_t arm, std::size_t size,
                 nlp::Numbers& out) const;
  void add_group(const FigureGroup& group, std::size_t place, std::size_t arm,
                 nlp::Numbers& out) const;
  void add_claims(const FigureGroup& group, std::size_t place, std::size_t arm,
                  nlp::Numbers& out) const;
  void add_told(const FigureGroup& group, std::size_t place, std::size_t arm,
                nlp::Numbers& out) const;
  void add_figure(std::size_t figure, std::size_t arm, nlp::Numbers& out) const;
  std::size_t words_in(Range gap) const;

  FigureSentence of_;
};

}  // namespace ev::read
