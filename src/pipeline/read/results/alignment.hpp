// Which arm a figure belongs to. Figures of one kind that follow each other are given to the arms
// that a learnt model finds likeliest (figure_arms.hpp), each to another one; where it is in doubt,
// to none. Pure functions.
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
  Range at;          // figures and the mentions they were given to
  Range figures_at;  // the figures alone
};

// `order` are the arms of the last series of the record, in their order; it may serve where a
// sentence names none.
std::vector<Series> align(const FigureSentence& of, const std::vector<std::size_t>& order);

}  // namespace ev::read
