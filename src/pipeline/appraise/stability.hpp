// How far ranks move when weights do: see scoring.hpp. Thread rule: pure but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/order.hpp"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace ev::appraise {

// `totals(weights)` gives every article's total under other weights; `tied` is the order of
// articles whose totals are equal. Returns (best, worst) rank per article. Fewer than two weights
// cannot move a rank.
Result<std::vector<std::pair<int, int>>> rank_intervals(
    std::span<const double> weights, const Positions& tied,
    const std::function<std::vector<double>(std::span<const double>)>& totals, const Context& ctx);

}  // namespace ev::appraise
