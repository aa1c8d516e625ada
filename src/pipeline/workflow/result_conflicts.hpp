// Where the abstract, the full text and the registration of one study state other numbers for the
// same outcome and arms. Pure functions.
#pragma once

#include "pipeline/synthesis/study_result.hpp"

#include <vector>

namespace ev::workflow {

// `rows` are of one study. Rows of different origin with the same outcome, no other time and the
// same arms are compared: numbers that cannot both be right, rounding aside, are written into
// `conflicts` of both. Participants alone are none: analyses differ in whom they count.
void mark_conflicts(std::vector<synthesis::StudyResult*>& rows);

}  // namespace ev::workflow
