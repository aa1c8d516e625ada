// The scoring semantics of the origin implementation, kept to the last digit for callers who
// compare with it; its oddities are on purpose:
//   categorical_score  exact lower-case look-up in seven designs, else 0.5
//   log_scale          log10(v) / 4, at most 1, negative below 1; 0 when not a positive number
//   text_similarity    words / 50, at most 1 (a length, not a similarity)
//   keyword_match      items / 10, at most 1 (a count, not a match); a text counts one item
//   anything else      number clamped to 0-1, boolean 1 or 0, else 0.5
//   weighted_sum       sum of w*s over criteria in the extraction, clamped; no renormalisation
//   composite          0.8 * sum + 0.2 * present / criteria, clamped; any other method:
//   weighted_sum
// Pure functions.
#pragma once

#include "pipeline/appraise/scoring.hpp"

#include <string_view>
#include <vector>

namespace ev::appraise {

double seed_value(std::string_view function, const model::Value& value);
bool is_seed_function(std::string_view function);
// Totals, components and confidence of one article; ranks and percentiles are the caller's.
Score seed_score(const Candidate& candidate, const Criteria& criteria);
// What the profile did silently in the origin.
std::vector<std::string> seed_warnings(const Criteria& criteria);

}  // namespace ev::appraise
