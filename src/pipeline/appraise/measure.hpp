// First half of the standard profile: every criterion of every article as a value in 0-1, absolute
// or normalised over the set. Pure but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/scoring.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::appraise {

struct Measured {
  // What the criteria make of every article, in their order; what is missing is left out.
  std::vector<Components> components;
  std::vector<std::string> warnings;
};

// `candidates` in canonical order (identity), so that sums over the set are the same for every
// input order. `corpus`: of the candidates' records in this order, when it exists already.
Result<Measured> measure(std::span<const Candidate> candidates, const Criteria& criteria,
                         const Context& ctx, const Corpus* corpus = nullptr);

}  // namespace ev::appraise
