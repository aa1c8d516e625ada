#include "pipeline/synthesis/pooling.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <cmath>

namespace ev::synthesis {

namespace {

std::vector<double> weights_of(std::span<const Effect> effects, double tau2) {
  double total = 0;
  for (const Effect& e : effects) total += 1 / (e.v + tau2);
  std::vector<double> out;
  out.reserve(effects.size());
  for (const Effect& e : effects) out.push_back(100 / (e.v + tau2) / total);
  return out;
}

}  // namespace

Result<Pooled> pool(std::span<const Effect> effects, const PoolingOptions& options) {
  const bool hksj = options.interval == IntervalMethod::hksj;
  if (hksj && effects.size() == 1) {
    return Error{.code = Errc::invalid_argument,
                 .message = "the interval hksj needs two studies or more",
                 .recovery = "choose ci wald"};
  }
  EV_TRY(const Fit model, fit(effects, options.tau2));
  Pooled out{.k = model.k,
             .estimate = model.b[0],
             .se = std::sqrt(model.variance[0] * (hksj ? model.knapp_hartung : 1)),
             .df = hksj ? model.q_df : 0,
             .tau2 = model.tau2,
             .i2 = model.i2,
             .h2 = model.h2,
             .q = model.q,
             .q_df = model.q_df,
             .q_p = model.q_p};
  const double critical = critical_value(options.level, out.df);
  out.ci = {out.estimate - critical * out.se, out.estimate + critical * out.se};
  // Studies that agree exactly leave hksj no spread at all: nothing is to be tested then.
  if (out.se > 0) {
    out.statistic = out.estimate / out.se;
    out.p = two_sided_p(out.statistic, out.df);
  }
  if (options.tau2 != TauMethod::common && out.k >= 2) {
    const double half = critical * std::sqrt(out.se * out.se + out.tau2);
    out.prediction = Range{out.estimate - half, out.estimate + half};
  }
  out.weights = weights_of(effects, model.tau2);
  return out;
}

}  // namespace ev::synthesis
