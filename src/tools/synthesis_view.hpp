// A synthesis as an answer: per outcome the estimate first, then the studies with their numbers and
// quotes, then what could not be pooled and why. Pure function.
#pragma once

#include "pipeline/workflow/evidence_profile.hpp"
#include "pipeline/workflow/synthesize.hpp"
#include "tools/answer.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::tools {

// Only the members that are stated.
Json arm_json(const synthesis::ArmNumbers& arm);

// Parallel to the outcomes of a synthesis; none of an outcome that is not pooled.
using Profiles = std::vector<std::optional<workflow::EvidenceProfile>>;

// "certainty: low (proposed, unsigned); risk_of_bias serious, …".
std::string certainty_text(const workflow::EvidenceProfile& profile);

// `room`: bytes of the structured answer, and of its text; see synthesis_fit.hpp for what goes.
Answer synthesis_answer(const workflow::SynthesisOutcome& outcome, const Profiles& profiles,
                        std::size_t room);

}  // namespace ev::tools
