#include "pipeline/appraise/stability.hpp"

#include <algorithm>
#include <cstdint>

namespace ev::appraise {

namespace {

constexpr double kPerturbation = 0.2;
constexpr std::size_t kExactCriteria = 6;
constexpr std::size_t kDrawnCorners = 64;

// SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Corner number `index`: bit k says whether weight k goes up or down.
std::vector<double> corner(std::span<const double> weights, std::size_t index,
                           std::uint64_t& state) {
  std::vector<double> out;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const bool up =
        weights.size() <= kExactCriteria ? (index >> k & 1u) != 0 : (next_random(state) & 1u) != 0;
    out.push_back(weights[k] * (up ? 1 + kPerturbation : 1 - kPerturbation));
  }
  return out;
}

void widen(std::vector<std::pair<int, int>>& intervals, const std::vector<double>& totals,
           const Positions& tied) {
  int rank = 0;
  for (const std::uint32_t i : best_first(totals, tied)) {
    ++rank;
    auto& [low, high] = intervals[i];
    low = low == 0 ? rank : std::min(low, rank);
    high = std::max(high, rank);
  }
}

}  // namespace

Result<std::vector<std::pair<int, int>>> rank_intervals(
    std::span<const double> weights, const Positions& tied,
    const std::function<std::vector<double>(std::span<const double>)>& totals, const Context& ctx) {
  std::vector<std::pair<int, int>> intervals(tied.size(), {0, 0});
  widen(intervals, totals(weights), tied);
  if (weights.size() < 2) return intervals;
  const std::size_t corners =
      weights.size() <= kExactCriteria ? std::size_t{1} << weights.size() : kDrawnCorners;
  std::uint64_t state = 1;
  for (std::size_t index = 0; index < corners; ++index) {
    EV_CHECK(ctx.check());
    widen(intervals, totals(corner(weights, index, state)), tied);
  }
  return intervals;
}

}  // namespace ev::appraise
