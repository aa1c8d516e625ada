// One estimate from the effects of several studies: inverse-variance pooling under the common- or
// random-effects model, with the interval of the mean (Wald, or Hartung-Knapp-Sidik-Jonkman) and
// the prediction interval of a new study's true effect (Higgins, Thompson & Spiegelhalter 2009).
// Values are on the pooling scale (see effect_size.hpp). Thread rule: pure functions.
#pragma once

#include "pipeline/synthesis/meta_regression.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ev::synthesis {

enum class IntervalMethod { wald, hksj };

struct PoolingOptions {
  TauMethod tau2 = TauMethod::reml;  // `common` for the common-effect model
  IntervalMethod interval = IntervalMethod::wald;
  double level = 0.95;
};

struct Range {
  double low = 0, high = 0;
};

struct Pooled {
  std::size_t k = 0;
  double estimate = 0;
  double se = 0;
  Range ci;
  std::optional<Range> prediction;  // random effects of two studies or more
  double statistic = 0;             // z, or t with `df` degrees of freedom under hksj
  double df = 0;                    // 0: normal
  double p = 1;
  double tau2 = 0, i2 = 0, h2 = 1;  // i2 in percent
  double q = 0, q_df = 0, q_p = 1;
  std::vector<double> weights;  // percent, parallel to the effects
};

// Errors: as fit(); hksj with a single study.
Result<Pooled> pool(std::span<const Effect> effects, const PoolingOptions& options);

}  // namespace ev::synthesis
