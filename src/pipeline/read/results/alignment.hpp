// Which figures state one outcome, and which arm each belongs to: both are learnt
// (figure_pairs.hpp, figure_arms.hpp). Figures are grouped first, then each of a group is given to
// the likeliest arm, no arm twice; where it is in doubt, to none. Pure functions.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/figure_arms.hpp"
#include "pipeline/read/results/figures.hpp"

#include <vector>

namespace ev::read {

// Figures that give one outcome for two or more arms, in text order; `arms` is parallel.
struct Series {
  std::vector<Figure> figures;
  std::vector<std::size_t> arms;
  Range at;                 // figures and the mentions they were given to
  Range figures_at;         // the figures alone
  bool is_divided = false;  // figures of other outcomes stand between them
  // Where its outcome is sought from.
  Range outcome_place() const { return is_divided ? figures.front().at : figures_at; }
};

// `order` are the arms of the last series of the record, in their order; it may serve where a
// sentence names none.
std::vector<Series> align(const FigureSentence& of, const std::vector<std::size_t>& order);

}  // namespace ev::read
