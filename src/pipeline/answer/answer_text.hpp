// The two sentences an answer begins with: the verdict with how many records of which design stand
// where; then the best estimate with its interval, who dissents, the certainty and what was not
// read. They name nothing but counts and what stands in a quote. Internal to the room; pure
// functions.
#pragma once

#include "pipeline/answer/answer.hpp"

#include <string>
#include <string_view>

namespace ev::answer {

std::string text_of(const Answer& answer);

// "RR 0.72, 95% CI 0.55 to 0.92" as the sentence says it; empty where it states no ratio with its
// interval.
std::string_view estimate_in(std::string_view sentence);

}  // namespace ev::answer
