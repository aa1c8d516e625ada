// A synthesis as an answer: per outcome the estimate first, then the studies with their numbers and
// quotes, then what could not be pooled and why. Pure function.
#pragma once

#include "pipeline/workflow/evidence_profile.hpp"
#include "pipeline/workflow/synthesize.hpp"
#include "tools/answer.hpp"

#include <optional>
#include <vector>

namespace ev::tools {

// Only the members that are stated.
Json arm_json(const synthesis::ArmNumbers& arm);

// What exceeds the budget loses the records that add nothing, then rows that are only proposed, and
// its quotes last; what is left out is counted. `profiles` are parallel to the outcomes.
Answer synthesis_answer(const workflow::SynthesisOutcome& outcome,
                        const std::vector<std::optional<workflow::EvidenceProfile>>& profiles,
                        int max_response_tokens);

}  // namespace ev::tools
