#include "pipeline/synthesis/effect_size.hpp"

#include "pipeline/synthesis/distributions.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace ev::synthesis {

namespace {

constexpr std::array<std::pair<Measure, std::string_view>, 7> kNames = {{
    {Measure::odds_ratio, "OR"},
    {Measure::risk_ratio, "RR"},
    {Measure::risk_difference, "RD"},
    {Measure::hazard_ratio, "HR"},
    {Measure::mean_difference, "MD"},
    {Measure::standardized_mean_difference, "SMD"},
    {Measure::generic, "generic"},
}};

Error invalid(std::string message) {
  return Error{.code = Errc::invalid_argument, .message = std::move(message)};
}

std::string problem_of(double events, double n, std::string_view arm) {
  if (!(n > 0)) return std::string(arm) + " has no participants";
  if (!(events >= 0)) return std::string(arm) + " has a negative number of events";
  if (events > n) return std::string(arm) + " has more events than participants";
  return {};
}

std::string problem_of(double mean, double sd, double n, std::string_view arm) {
  if (!std::isfinite(mean)) return std::string(arm) + " has no finite mean";
  if (!(n >= 2)) return std::string(arm) + " has fewer than two participants";
  if (!(sd > 0)) return std::string(arm) + " has no positive standard deviation";
  return {};
}

}  // namespace

std::string_view to_string(Measure measure) {
  for (const auto& [value, name] : kNames) {
    if (value == measure) return name;
  }
  return "generic";
}

std::optional<Measure> parse_measure(std::string_view name) {
  for (const auto& [value, known] : kNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

bool is_ratio(Measure measure) {
  return measure == Measure::odds_ratio || measure == Measure::risk_ratio ||
         measure == Measure::hazard_ratio;
}

Result<Effect> effect_of(Measure measure, const Counts& counts) {
  for (const std::string& problem :
       {problem_of(counts.events, counts.n, "the intervention arm"),
        problem_of(counts.events_comparator, counts.n_comparator, "the comparator arm")}) {
    if (!problem.empty()) return invalid(problem);
  }
  double a = counts.events, b = counts.n - counts.events;
  double c = counts.events_comparator, d = counts.n_comparator - counts.events_comparator;
  const bool zero = a == 0 || b == 0 || c == 0 || d == 0;
  if (measure != Measure::risk_difference) {
    if (a + c == 0) return invalid("no events in either arm");
    if (b + d == 0) return invalid("an event in every participant of both arms");
  }
  if (zero) {
    for (double* cell : {&a, &b, &c, &d}) *cell += 0.5;
  }
  const double n1 = a + b, n2 = c + d;
  switch (measure) {
    case Measure::odds_ratio:
      return Effect{std::log(a * d / (b * c)), 1 / a + 1 / b + 1 / c + 1 / d, zero};
    case Measure::risk_ratio:
      return Effect{std::log((a / n1) / (c / n2)), 1 / a - 1 / n1 + 1 / c - 1 / n2, zero};
    case Measure::risk_difference:
      return Effect{a / n1 - c / n2, a * b / (n1 * n1 * n1) + c * d / (n2 * n2 * n2), zero};
    default:
      return invalid(std::string(to_string(measure)) + " is not computed from events");
  }
}

Result<Effect> effect_of(Measure measure, const Moments& m) {
  for (const std::string& problem :
       {problem_of(m.mean, m.sd, m.n, "the intervention arm"),
        problem_of(m.mean_comparator, m.sd_comparator, m.n_comparator, "the comparator arm")}) {
    if (!problem.empty()) return invalid(problem);
  }
  const double difference = m.mean - m.mean_comparator;
  if (measure == Measure::mean_difference) {
    return Effect{difference,
                  m.sd * m.sd / m.n + m.sd_comparator * m.sd_comparator / m.n_comparator};
  }
  if (measure != Measure::standardized_mean_difference) {
    return invalid(std::string(to_string(measure)) + " is not computed from means");
  }
  const double df = m.n + m.n_comparator - 2;
  const double pooled_sd = std::sqrt(
      ((m.n - 1) * m.sd * m.sd + (m.n_comparator - 1) * m.sd_comparator * m.sd_comparator) / df);
  const double g = hedges_factor(df) * difference / pooled_sd;
  return Effect{g, 1 / m.n + 1 / m.n_comparator + g * g / (2 * (m.n + m.n_comparator))};
}

Result<Effect> effect_of(Measure measure, const Interval& interval) {
  if (!(interval.level > 0 && interval.level < 1)) {
    return invalid("the confidence level is not between 0 and 1");
  }
  if (!(interval.low <= interval.estimate && interval.estimate <= interval.high)) {
    return invalid("the confidence interval does not contain the estimate");
  }
  if (!(interval.low < interval.high)) return invalid("the confidence interval has no width");
  const auto scaled = [&](double x) { return is_ratio(measure) ? std::log(x) : x; };
  if (is_ratio(measure) && !(interval.low > 0)) {
    return invalid("a limit of the confidence interval of a ratio is not positive");
  }
  const double se =
      (scaled(interval.high) - scaled(interval.low)) / (2 * critical_value(interval.level, 0));
  return Effect{scaled(interval.estimate), se * se};
}

double on_own_scale(Measure measure, double value) {
  return is_ratio(measure) ? std::exp(value) : value;
}

}  // namespace ev::synthesis
