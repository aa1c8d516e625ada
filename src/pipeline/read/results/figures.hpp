// Numbers that may be the value of an arm: shares of people ("12 of 40 (30%)", "30%"), means with
// their dispersion ("5.2 +/- 1.1", "5.2 (SD 1.1)"), plain quantities ("140 W"), counts of people
// ("14 patients"). Doses, times, ages, limits, ranges and codes are none. Pure functions.
#pragma once

#include "pipeline/read/results/statistics.hpp"

#include <optional>
#include <vector>

namespace ev::read {

// Figures of one kind can be compared.
enum class FigureKind { share, count, mean, quantity };

struct Figure {
  FigureKind kind = FigureKind::quantity;
  Range at;
  ArmCell cell;               // its `arm` is not known yet
  bool baseline = false;      // the first of "from 5 to 3"
  bool after_change = false;  // the second
};

std::vector<Figure> figures_in(const Sentence& sentence, const Statistics& statistics);

}  // namespace ev::read
