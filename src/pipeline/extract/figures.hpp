// The figures of two arms that one phrase gives ("24% vs 26%", "24% with tea and 26% with water").
// Pure functions over one line; offsets are bytes of it.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <optional>

namespace ev::extract {

// A number that the text links with an arm: of the study (its index), or else of a group that only
// the sentence names (a number that no other name has).
struct ArmFigure {
  std::size_t number = 0;  // of the line's numbers
  std::size_t arm = 0;
  bool known = false;  // the arm is one of the study's
};
std::vector<ArmFigure> arm_figures_in(const Reading& reading, const Line& line,
                                      const Stretch& stretch);

// The figures of two arms: the phrase that joins them, else the clause of the stretch that gives
// each arm its own.
std::optional<Stretch> figures_in(const Reading& reading, const Line& line, const Stretch& stretch);

}  // namespace ev::extract
