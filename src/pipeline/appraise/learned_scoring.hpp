// Scores from a learned model (learned_model.hpp) instead of a sum: the weighted sum of the
// criteria is the model's prior, its probability of inclusion the total. Pure but for ctx; results
// never depend on the order of candidates.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/learned_model.hpp"
#include "pipeline/appraise/scoring.hpp"

#include <span>

namespace ev::appraise {

// The one component such a score has; `matched` names the features that moved it most.
inline constexpr const char* kLearnedComponent = "ml_model";

struct LearnedScoring {
  Scoring scoring;
  LearnedModel model;
  Criteria criteria;  // what the scores' components refer to
};

// check() has passed. `labels` is parallel to candidates and holds both kinds; it is not read when
// a model is given. Fails only when the call must end.
Result<LearnedScoring> score_by_labels(std::span<const Candidate> candidates,
                                       const Criteria& criteria, std::span<const Label> labels,
                                       const LearnedModel* model, const Context& ctx);

}  // namespace ev::appraise
