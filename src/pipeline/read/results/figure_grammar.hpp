// Figures as the grammar of numbers sees them: shares of people ("12 of 40 (30%)", "30%"), means
// with their dispersion ("5.2 +/- 1.1", "5.2 (SD 1.1)"), plain quantities ("140 W"), counts of
// people
// ("14 patients"). Doses, times, ages, limits, ranges and codes are none. What a number is in the
// end is judged by number_roles.hpp, to which this is one of many signs. Pure functions.
#pragma once

#include "pipeline/read/results/statistics.hpp"

#include <cstdint>
#include <vector>

namespace ev::read {

// For each number of the sentence which part of which kind of figure it is, and whether it is the
// first or the second of "from 5 to 3"; 0 for no figure.
std::vector<std::uint32_t> grammar_roles(const Sentence& sentence, const Statistics& statistics);

}  // namespace ev::read
