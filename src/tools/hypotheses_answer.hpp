// Hypotheses as an answer: fitted into the budget by leaving out first what can be had otherwise.
// Thread rule: pure functions.
#pragma once

#include "pipeline/workflow/hypothesis_generation.hpp"
#include "tools/answer.hpp"

#include <string>

namespace ev::tools {

// Errors: a cursor that does not belong to the list.
Result<Answer> hypotheses_answer(const HypothesesOutcome& outcome, const std::string& query,
                                 const Paging& paging);

}  // namespace ev::tools
