// Which arm a figure belongs to. Figures of one kind that stand side by side are given to the arms
// that stand beside them in the same order: "5% in A and 7% in B", "A 5%, B 7%", "A than B (5% vs
// 7%)", "5% and 7% in A and B, respectively". Each way costs what stands in between; the cheapest
// is taken when no other comes near it, else none. Pure functions.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/figures.hpp"

#include <vector>

namespace ev::read {

// Figures that give one outcome for two or more arms, in text order; `arms` is parallel.
struct Series {
  std::vector<Figure> figures;
  std::vector<std::size_t> arms;
  Range at;          // figures and the mentions they were given to
  Range figures_at;  // the figures alone
};

// `order` are the arms of the last series of the record, in their order; it may serve where a
// sentence names none. `arms` is the number of arms of the study.
std::vector<Series> align(const Sentence& sentence, const std::vector<Figure>& figures,
                          const std::vector<ArmMention>& mentions, const Statistics& statistics,
                          std::size_t arms, const std::vector<std::size_t>& order);

}  // namespace ev::read
