// Whether a result is of the comparison and the outcome that are asked for: its arms differ in what
// the question gives and in nothing else, and its outcome has the words asked for without naming
// the opposite. What does not fit surely does not fit. Thread rule: pure functions.
#pragma once

#include "pipeline/question/question_frame.hpp"
#include "pipeline/synthesis/study_result.hpp"

#include <string>
#include <string_view>

namespace ev::workflow {

enum class ComparisonFit { as_asked, turned, other };

// `against_control`: the comparator of the result is placebo, usual care or the like. Without a
// comparator in the question only such results fit.
ComparisonFit fit_of(const question::QuestionFrame& asked, const synthesis::StudyResult& study,
                     bool against_control);

// By the words that matter, at the time of the result if one is asked for ("pain free at 2 hours");
// plural and singular, "h" and "hours" are alike. "Pain relief" is not "pain".
bool is_outcome(std::string_view asked, std::string_view stated, std::string_view time = "");

}  // namespace ev::workflow
