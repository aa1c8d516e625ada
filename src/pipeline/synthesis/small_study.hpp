// Signs that small studies differ from large ones: Egger's regression (BMJ 1997;315:629) and trim
// and fill with the estimator L0 (Duval & Tweedie, Biometrics 2000;56:455). Thread rule: pure
// functions.
#pragma once

#include "pipeline/synthesis/pooling.hpp"

#include <span>

namespace ev::synthesis {

// Fewer studies than this have too little power for either (Cochrane Handbook 13.3.5.4).
inline constexpr std::size_t kSmallStudyLeast = 10;

struct Egger {
  double slope = 0;  // of the effect on its standard error, weights 1/v
  double se = 0;
  double statistic = 0;  // t
  double df = 0;
  double p = 1;
  double limit = 0;  // the effect as the standard error goes to 0
};

// Needs three studies with different standard errors.
Result<Egger> egger(std::span<const Effect> effects);

struct TrimAndFill {
  std::size_t filled = 0;
  bool on_the_left = true;      // where studies are missing
  std::vector<double> imputed;  // their estimates
  Pooled pooled;                // with the imputed studies
};

// The side is that on which Egger's slope leaves studies out. Needs three studies.
Result<TrimAndFill> trim_and_fill(std::span<const Effect> effects, const PoolingOptions& options);

}  // namespace ev::synthesis
