// The figures of two arms in one clause, compared: "27 % with A and 50 % with B", "5.0 vs 5.8 in
// the A and B groups, respectively". Pure function.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>
#include <vector>

namespace ev::mechanism {

struct ArmMention {
  std::size_t byte = 0;
  bool intervention = false;
};

// +1 when the intervention's figure is the greater, -1 the lesser, 0 when they cannot be told or
// are equal. Bytes of the sentence; P values, intervals, deviations, sizes and times are no
// figures.
int compare_figures(const extract::Sentence& sentence, std::size_t begin, std::size_t end,
                    const std::vector<ArmMention>& arms);

}  // namespace ev::mechanism
