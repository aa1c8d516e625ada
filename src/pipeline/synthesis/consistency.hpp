// Whether the numbers of a study bear each other out: a record states most results twice, as counts
// and as percentages, as arms and as an effect with its interval, as arms and as a P value. A
// number given to the wrong arm or read as something else does not fit its second statement. Thread
// rule: pure functions.
#pragma once

#include "pipeline/synthesis/study_result.hpp"

#include <string>

namespace ev::synthesis {

// What bears the numbers of both arms out: "percentages", "stated effect", "P value"; "" for
// nothing, or where one of these contradicts them.
std::string borne_out(const StudyResult& study);

// The study with its arms exchanged, and its effect turned round accordingly.
StudyResult turned(StudyResult study);

}  // namespace ev::synthesis
