#include "pipeline/synthesis/conversions.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <cmath>
#include <string>

namespace ev::synthesis {

namespace {

Error underivable(std::string message) {
  return Error{.code = Errc::invalid_argument, .message = std::move(message)};
}

}  // namespace

Result<double> sd_of_se(double se, double n) {
  if (!(se > 0)) return underivable("the standard error is not positive");
  if (!(n >= 2)) return underivable("fewer than two participants");
  return se * std::sqrt(n);
}

Result<double> sd_of_interval(double low, double high, double level, double n) {
  if (!(low < high)) return underivable("the confidence interval has no width");
  if (!(level > 0 && level < 1)) return underivable("the confidence level is not between 0 and 1");
  if (!(n >= 2)) return underivable("fewer than two participants");
  return std::sqrt(n) * (high - low) / (2 * critical_value(level, n - 1));
}

Result<double> events_of_percent(double percent, int decimals, double n) {
  if (!(percent >= 0 && percent <= 100))
    return underivable("the percentage is not between 0 and 100");
  if (!(n > 0)) return underivable("no participants");
  const double events = std::nearbyint(percent * n / 100);
  const double unit = std::pow(10.0, -decimals);
  constexpr double kRounding = 0.5 + 1e-9;
  const auto prints_alike = [&](double count) {
    return count >= 0 && count <= n && std::abs(100 * count / n - percent) <= kRounding * unit;
  };
  if (!prints_alike(events)) return underivable("no count of participants gives this percentage");
  if (prints_alike(events - 1) || prints_alike(events + 1)) {
    return underivable("several counts of participants give this percentage");
  }
  return events;
}

Result<MeanAndSd> of_quartiles(double q1, double median, double q3, double n) {
  if (!(q1 <= median && median <= q3 && q1 < q3)) {
    return underivable("the quartiles do not enclose the median");
  }
  if (!(n >= 2)) return underivable("fewer than two participants");
  const double weight = 0.7 + 0.39 / n;
  const double mean = weight * (q1 + q3) / 2 + (1 - weight) * median;
  const double sd = (q3 - q1) / (2 * normal_quantile((0.75 * n - 0.125) / (n + 0.25)));
  return MeanAndSd{mean, sd};
}

}  // namespace ev::synthesis
