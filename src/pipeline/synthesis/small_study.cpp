#include "pipeline/synthesis/small_study.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ev::synthesis {

namespace {

constexpr std::size_t kLeast = 3;

std::vector<double> standard_errors(std::span<const Effect> effects) {
  std::vector<double> out;
  out.reserve(effects.size());
  for (const Effect& e : effects) out.push_back(std::sqrt(e.v));
  return out;
}

Result<void> enough_studies(std::span<const Effect> effects) {
  if (effects.size() >= kLeast) return {};
  return Error{.code = Errc::invalid_argument, .message = "the test needs three studies or more"};
}

// How many studies are missing, from the signed ranks of the distances to the centre.
std::size_t missing(const std::vector<Effect>& effects, double centre) {
  const std::size_t k = effects.size();
  std::vector<std::size_t> order(k);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(effects[a].y - centre) < std::abs(effects[b].y - centre);
  });
  double ranks_above = 0;
  for (std::size_t i = 0; i < k; ++i) {
    if (effects[order[i]].y > centre) ranks_above += static_cast<double>(i + 1);
  }
  const double n = static_cast<double>(k);
  const double estimate = (4 * ranks_above - n * (n + 1)) / (2 * n - 1);
  return static_cast<std::size_t>(std::max(0.0, std::nearbyint(estimate)));
}

}  // namespace

Result<Egger> egger(std::span<const Effect> effects) {
  EV_CHECK(enough_studies(effects));
  EV_TRY(const Fit line, fit(effects, TauMethod::common, standard_errors(effects)));
  Egger out{.slope = line.b[1],
            .se = std::sqrt(line.variance[1] * line.knapp_hartung),
            .df = line.q_df,
            .limit = line.b[0]};
  if (out.se > 0) {
    out.statistic = out.slope / out.se;
    out.p = two_sided_p(out.statistic, out.df);
  }
  return out;
}

Result<TrimAndFill> trim_and_fill(std::span<const Effect> effects, const PoolingOptions& options) {
  EV_CHECK(enough_studies(effects));
  EV_TRY(const Fit line, fit(effects, options.tau2, standard_errors(effects)));
  TrimAndFill out;
  out.on_the_left = line.b[1] >= 0;
  // Worked out with the missing studies on the left, in order of the estimates.
  const double turn = out.on_the_left ? 1 : -1;
  std::vector<Effect> sorted(effects.begin(), effects.end());
  for (Effect& e : sorted) e.y *= turn;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Effect& a, const Effect& b) { return a.y < b.y; });
  constexpr int kMostRounds = 100;
  double centre = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::size_t kept = sorted.size() - std::min(out.filled, sorted.size() - 1);
    EV_TRY(const Fit trimmed, fit(std::span(sorted).first(kept), options.tau2));
    centre = trimmed.b[0];
    const std::size_t before = out.filled;
    out.filled = std::min(missing(sorted, centre), sorted.size() - 1);
    if (out.filled == before) break;
  }
  std::vector<Effect> all(effects.begin(), effects.end());
  for (std::size_t i = sorted.size() - out.filled; i < sorted.size(); ++i) {
    const double y = turn * (2 * centre - sorted[i].y);
    out.imputed.push_back(y);
    all.push_back({y, sorted[i].v});
  }
  EV_TRY(out.pooled, pool(all, options));
  return out;
}

}  // namespace ev::synthesis
