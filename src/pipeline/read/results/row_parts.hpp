// What every row of a sentence has in common. Pure functions.
#pragma once

#include "pipeline/read/results/outcome.hpp"
#include "pipeline/read/study_reading.hpp"

namespace ev::read {

// A row on this outcome, its arms not set.
ResultRow row_on(const Sentence& sentence, const Range& outcome, const Range& clause);

// What an arm shows by one number: per cent, else events, mean or median.
double value_of(const ArmCell& cell);
// Whether those of both arms are of one kind.
bool comparable(const ArmCell& a, const ArmCell& b);

// The two arms of a row with the intervention first: the comparator is last, else the arm that the
// record names later.
struct ArmPair {
  std::size_t intervention = 0;
  std::size_t comparator = 1;
};
ArmPair ordered(const std::vector<Arm>& arms, std::size_t a, std::size_t b);

}  // namespace ev::read
