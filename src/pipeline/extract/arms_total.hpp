// The sizes of arms that one sentence gives side by side. None of them is the study's size, and
// their sum tells which of the stated counts is; it is no value itself, for no words state it. Pure
// functions over a RecordText and the counts found in it.
#pragma once

#include "pipeline/extract/size_scorer.hpp"

#include <vector>

namespace ev::extract {

struct ArmsTotal {
  double total = 0;           // 0 where they do not make up the whole
  std::vector<double> parts;  // in text order
};

// In text order; `all` as size_candidates gives them.
std::vector<ArmsTotal> totals_of_arms(const RecordText& record,
                                      const std::vector<SizeCandidate>& all);

}  // namespace ev::extract
