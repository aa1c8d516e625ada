// The effect of one study, as an estimate with its sampling variance on the scale on which it is
// pooled: the logarithm for ratios (OR, RR, HR), the value itself for differences. Formulas as in
// metafor's escalc (Viechtbauer, J Stat Softw 2010;36(3)) with its defaults. Ill-posed input is an
// error that names what is wrong. Thread rule: pure functions.
#pragma once

#include "base/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::synthesis {

enum class Measure {
  odds_ratio,
  risk_ratio,
  risk_difference,
  hazard_ratio,
  mean_difference,
  standardized_mean_difference,
  generic
};

// OR, RR, RD, HR, MD, SMD, generic.
std::string_view to_string(Measure measure);
std::optional<Measure> parse_measure(std::string_view name);
// Whether the measure is pooled as its logarithm.
bool is_ratio(Measure measure);

// Events among n people in each of two arms.
struct Counts {
  double events = 0, n = 0;                        // first arm (intervention)
  double events_comparator = 0, n_comparator = 0;  // second arm
};

struct Moments {
  double mean = 0, sd = 0, n = 0;
  double mean_comparator = 0, sd_comparator = 0, n_comparator = 0;
};

// A stated estimate with its confidence interval, ratios on their own scale (not as logarithms).
struct Interval {
  double estimate = 0, low = 0, high = 0;
  double level = 0.95;
};

struct Effect {
  double y = 0;            // estimate, on the pooling scale
  double v = 0;            // its sampling variance, > 0
  bool corrected = false;  // 1/2 was added to every cell, because one of them is 0
};

// `measure`: OR, RR or RD. Counts that are negative, above n, or of an arm without people are
// invalid. A study without events in both arms, or with nobody spared in either, has no information
// on a ratio and is an error (RD takes it).
Result<Effect> effect_of(Measure measure, const Counts& counts);
// `measure`: MD or SMD (Hedges' g, large-sample variance). SDs must be positive, n at least 2.
Result<Effect> effect_of(Measure measure, const Moments& moments);
// Any measure. The interval must contain the estimate; limits of ratios must be positive.
Result<Effect> effect_of(Measure measure, const Interval& interval);

// A value of the pooling scale on the measure's own scale: exp for ratios.
double on_own_scale(Measure measure, double value);

}  // namespace ev::synthesis
