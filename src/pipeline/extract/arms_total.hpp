// How many people a study has that states only how many each of its arms had: the sizes that one
// sentence gives side by side, added up. Pure functions over a Reading and the counts found in it.
#pragma once

#include "pipeline/extract/size_scorer.hpp"

#include <vector>

namespace ev::extract {

struct ArmsTotal {
  double total = 0;           // 0 where they do not make up the whole
  std::vector<double> parts;  // in text order
  doc::Span span;             // from the first part to the last
  std::size_t line = 0;
};

// In text order; `all` as size_candidates gives them.
std::vector<ArmsTotal> totals_of_arms(const Reading& reading,
                                      const std::vector<SizeCandidate>& all);

}  // namespace ev::extract
