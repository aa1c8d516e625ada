// Comparisons of one trial that share a control: several doses against one placebo. Pooled one by
// one they would count the control again each time, so their intervention arms become one arm
// (Cochrane Handbook 23.3.4; means and SDs by 6.5.2.10). Thread rule: pure functions.
#pragma once

#include "pipeline/synthesis/study_result.hpp"

#include <string>
#include <vector>

namespace ev::synthesis {

// The studies in their order; comparisons of one study, outcome, time and subgroup whose comparator
// has the same numbers and whose intervention arms have different names stand as one. `notes` gets
// a sentence for each combination.
std::vector<StudyResult> combine_shared_controls(std::vector<StudyResult> studies,
                                                 std::vector<std::string>& notes);

}  // namespace ev::synthesis
