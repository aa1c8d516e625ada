// Means and standard deviations from what articles state instead. Every function says its source;
// the caller marks a value made by one of them as derived. Thread rule: pure functions.
#pragma once

#include "base/result.hpp"

namespace ev::synthesis {

// sd = se √n (Cochrane Handbook 6.5.2.2).
Result<double> sd_of_se(double se, double n);
// From the confidence interval of one arm's mean: √n (high - low) / (2 t) with n - 1 degrees of
// freedom (Cochrane Handbook 6.5.2.2).
Result<double> sd_of_interval(double low, double high, double level, double n);
// Events = round(percent × n / 100), when the percentage as printed cannot be of another count:
// `decimals` is how many are printed. An error where two counts would print alike.
Result<double> events_of_percent(double percent, int decimals, double n);

struct MeanAndSd {
  double mean = 0, sd = 0;
};

// Median and quartiles: the mean after Luo et al. (Stat Methods Med Res 2018;27:1785), the SD after
// Wan et al. (BMC Med Res Methodol 2014;14:135).
Result<MeanAndSd> of_quartiles(double q1, double median, double q3, double n);

}  // namespace ev::synthesis
