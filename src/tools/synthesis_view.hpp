// A synthesis as an answer: per outcome the estimate first, then the studies with their numbers and
// quotes, then what could not be pooled and why. Pure function.
#pragma once

#include "pipeline/workflow/synthesize.hpp"
#include "tools/answer.hpp"

namespace ev::tools {

// What exceeds the budget loses its quotes first, then the studies left out; both are counted.
Answer synthesis_answer(const workflow::SynthesisOutcome& outcome, int max_response_tokens);

}  // namespace ev::tools
