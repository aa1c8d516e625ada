// Small statistics over scores. Sums run over sorted or pairwise data in a fixed order, so results
// do not depend on the order in which articles came. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace ev::appraise {

struct Distribution {
  double min = 0;
  double max = 0;
  double mean = 0;
  double std_dev = 0;  // of the sample (n - 1); 0 for fewer than two
};
Distribution distribution(std::span<const double> values);

// 100 * (below + equal / 2) / n, one decimal: ties share the middle of their ranks.
std::vector<double> mid_rank_percentiles(std::span<const double> values);
// 100 * below / n, one decimal, halves to even as the decimal value stands: the seed's percentile.
std::vector<double> seed_percentiles(std::span<const double> values);

// Over the positions where both are present; nullopt for fewer than three or no variance.
std::optional<double> pearson(std::span<const std::optional<double>> x,
                              std::span<const std::optional<double>> y);

// In place over the present values. Equal values all become 0.5.
void min_max(std::span<std::optional<double>> values);
// Standard score (sample deviation) through the normal distribution function, hence in 0-1.
void z_score(std::span<std::optional<double>> values);

}  // namespace ev::appraise
