#include "pipeline/synthesis/soundness.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ev::synthesis {

namespace {

// What the arms give, on the scale of pooling; the error where they state enough for one.
struct Crude {
  double y = 0;
  std::optional<double> se;
};

std::optional<double> stated_events(const ArmNumbers& arm) {
  if (arm.events) return arm.events;
  if (arm.percent && arm.n) return *arm.percent / 100 * *arm.n;
  return std::nullopt;
}

std::optional<double> stated_share(const ArmNumbers& arm) {
  if (arm.events && arm.n && *arm.n > 0) return *arm.events / *arm.n;
  if (arm.percent) return *arm.percent / 100;
  return std::nullopt;
}

std::optional<Crude> of_shares(const StudyResult& s, Measure measure) {
  const auto first = stated_events(s.intervention), second = stated_events(s.comparator);
  if (first && second && s.intervention.n && s.comparator.n) {
    const auto made =
        effect_of(measure, Counts{*first, *s.intervention.n, *second, *s.comparator.n});
    return made ? std::optional(Crude{made->y, std::sqrt(made->v)}) : std::nullopt;
  }
  const auto p = stated_share(s.intervention), q = stated_share(s.comparator);
  if (!p || !q) return std::nullopt;
  if (measure == Measure::risk_difference) return Crude{*p - *q, {}};
  if (!(*p > 0 && *q > 0 && *p < 1 && *q < 1)) return std::nullopt;
  if (measure == Measure::odds_ratio) return Crude{std::log(*p / (1 - *p) / (*q / (1 - *q))), {}};
  return Crude{std::log(*p / *q), {}};
}

std::optional<Crude> of_means(const StudyResult& s) {
  const ArmNumbers &a = s.intervention, &b = s.comparator;
  if (!a.mean || !b.mean) return std::nullopt;
  Crude out{*a.mean - *b.mean, {}};
  const auto variance = [](const ArmNumbers& arm) -> std::optional<double> {
    if (arm.se) return *arm.se * *arm.se;
    if (arm.sd && arm.n && *arm.n > 0) return *arm.sd * *arm.sd / *arm.n;
    return std::nullopt;
  };
  const auto first = variance(a), second = variance(b);
  if (first && second) out.se = std::sqrt(*first + *second);
  return out;
}

// Of "survival" people counted are those whom the hazard has not met.
bool counts_the_spared(const std::string& outcome) {
  static constexpr std::array<std::string_view, 7> kWords = {
      "surviv", "free", "alive", "without", "time to", "duration", "remain"};
  const std::string folded = text::fold(outcome);
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return folded.find(word) != std::string::npos; });
}

std::optional<Crude> crude_of(const StudyResult& s, Measure measure) {
  switch (measure) {
    case Measure::odds_ratio:
    case Measure::risk_ratio:
    case Measure::risk_difference:
      return of_shares(s, measure);
    case Measure::hazard_ratio:
      return counts_the_spared(s.outcome) ? std::nullopt : of_shares(s, Measure::risk_ratio);
    case Measure::mean_difference:
      return of_means(s);
    default:
      return std::nullopt;
  }
}

// One is the other turned round, give or take what rounding and adjustment do.
bool mirrors(double a, double b) {
  return std::abs(std::abs(a) - std::abs(b)) <= 0.1 * std::max(std::abs(a), std::abs(b));
}

// Neither interval, of those that are known, holds the other's estimate.
bool intervals_part(double stated, std::optional<double> se, const Crude& crude) {
  constexpr double kQuantile = 1.96;
  const double wider = std::max(se.value_or(0), crude.se.value_or(0));
  return wider > 0 && std::abs(stated - crude.y) > kQuantile * wider;
}

std::string problem_of_arm(const ArmNumbers& arm, std::string_view which) {
  if (!arm.n || !arm.events || *arm.events <= *arm.n) return "";
  return "the " + std::string(which) + " arm has more events than participants";
}

std::string two_decimals(double value) {
  return codec::number_text(std::round(value * 100) / 100);
}

}  // namespace

std::string why_contradicted(const StudyResult& study, Measure measure, double estimate,
                             std::optional<double> standard_error) {
  const auto crude = crude_of(study, measure);
  const bool ratio = is_ratio(measure);
  if (!crude || !std::isfinite(estimate) || (ratio && !(estimate > 0))) return "";
  // A difference of shares is stated as a share of one or in per cent.
  const double unit = measure == Measure::risk_difference && std::abs(estimate) > 1 ? 100 : 1;
  const double stated = ratio ? std::log(estimate) : estimate / unit;
  const std::optional<double> se =
      standard_error ? std::optional(*standard_error / unit) : std::nullopt;
  constexpr double kSlight = 0.05;
  if (stated * crude->y >= 0) return "";
  if (ratio && (std::abs(stated) < kSlight || std::abs(crude->y) < kSlight)) return "";
  const bool apart = ratio && std::abs(stated - crude->y) >= std::log(2.0);
  if (!apart && !mirrors(stated, crude->y) && !intervals_part(stated, se, *crude)) return "";
  return "the " + std::string(to_string(measure)) + " stated, " + two_decimals(estimate) +
         ", goes the other way than its own arms, which give " +
         two_decimals(ratio ? std::exp(crude->y) : crude->y * unit);
}

std::string why_unsound(const StudyResult& study) {
  for (const std::string& problem : {problem_of_arm(study.intervention, "intervention"),
                                     problem_of_arm(study.comparator, "comparator")}) {
    if (!problem.empty()) return problem;
  }
  if (!study.effect) return "";
  const auto made = effect_of(study.effect->measure, study.effect->interval);
  if (!made) return made.error().message;
  return why_contradicted(study, study.effect->measure, study.effect->interval.estimate,
                          std::sqrt(made->v));
}

}  // namespace ev::synthesis
