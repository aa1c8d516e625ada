// Values that may be those of arms, put together of the numbers that state them (number_roles.hpp):
// "12 of 40 (30%)", "30%", "5.2 +/- 1.1", "140 W", "14 patients". Pure functions.
#pragma once

#include "pipeline/read/results/number_roles.hpp"
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
  bool after_change = false;  // the second of "from 5 to 3"
};

// `roles`: of each number of the sentence.
std::vector<Figure> figures_in(const Sentence& sentence, const std::vector<NumberRole>& roles,
                               const Statistics& statistics);

}  // namespace ev::read
