// A question's frame as JSON: {type, intervention, comparator, outcome, asked, desirable,
// population, not_understood}. Pure function.
#pragma once

#include "base/json.hpp"
#include "pipeline/question/question_frame.hpp"

namespace ev::question {

Json to_json(const QuestionFrame& frame);

}  // namespace ev::question
