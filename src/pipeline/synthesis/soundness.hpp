// Whether the numbers of one study can be at all: an interval holds its estimate, no arm has more
// events than people, and a stated effect goes the way its own arms go. An adjusted effect differs
// from the crude one, so only the opposite direction at a clear distance is a contradiction. Thread
// rule: pure functions.
#pragma once

#include "pipeline/synthesis/study_result.hpp"

#include <string>

namespace ev::synthesis {

// "" for a sound study; else what is wrong with it. What is merely missing, or of another measure,
// is not unsound.
std::string why_unsound(const StudyResult& study);

// An effect that is stated beside these arms, with or without an interval, against what they give.
// "" where it does not contradict them, or they give nothing to compare it with.
std::string why_contradicted(const StudyResult& study, Measure measure, double estimate,
                             std::optional<double> standard_error);

}  // namespace ev::synthesis
