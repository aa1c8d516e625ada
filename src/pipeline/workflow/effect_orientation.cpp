#include "pipeline/workflow/effect_orientation.hpp"

#include <algorithm>
#include <cmath>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;
using synthesis::Measure;
using synthesis::StatedEffect;

std::optional<double> share_of(const ArmNumbers& arm) {
  if (arm.events && arm.n && *arm.n > 0) return *arm.events / *arm.n;
  if (arm.percent) return *arm.percent / 100;
  return std::nullopt;
}

std::optional<double> level_of(const ArmNumbers& arm) {
  return arm.mean ? arm.mean : arm.median;
}

// What the arms say the effect should be near, on the scale on which it is symmetric around 0.
std::optional<double> expected(Measure measure, const ArmNumbers& a, const ArmNumbers& b) {
  if (measure == Measure::mean_difference || measure == Measure::standardized_mean_difference) {
    const auto first = level_of(a), second = level_of(b);
    if (!first || !second) return std::nullopt;
    return *first - *second;
  }
  const auto first = share_of(a), second = share_of(b);
  if (!first || !second) return std::nullopt;
  if (measure == Measure::risk_difference) return *first - *second;
  constexpr double kSome = 1e-3;  // none or all of the people: the direction is plain, the size not
  const auto within = [kSome](double share) { return std::min(std::max(share, kSome), 1 - kSome); };
  const double p = within(*first), q = within(*second);
  if (measure == Measure::odds_ratio) return std::log(p / (1 - p) / (q / (1 - q)));
  return std::log(p / q);
}

StatedEffect turned(const StatedEffect& stated, bool ratio) {
  StatedEffect out = stated;
  const auto flip = [&](double value) { return ratio ? 1 / value : -value; };
  out.interval.estimate = flip(stated.interval.estimate);
  out.interval.low = flip(stated.interval.high);
  out.interval.high = flip(stated.interval.low);
  return out;
}

std::string turned_words(const ArmNumbers& intervention, const ArmNumbers& comparator) {
  return "stated of " + comparator.name + " against " + intervention.name + ", turned round";
}

bool is_in_percent(const StatedEffect& stated, double expected_share) {
  const double value = std::abs(stated.interval.estimate);
  return std::abs(value - std::abs(expected_share) * 100) <
         std::abs(value - std::abs(expected_share));
}

}  // namespace

std::optional<StatedEffect> oriented(const StatedEffect& stated, const ArmNumbers& intervention,
                                     const ArmNumbers& comparator, std::string& said) {
  const bool ratio = synthesis::is_ratio(stated.measure);
  const auto& interval = stated.interval;
  if (!(interval.low <= interval.estimate && interval.estimate <= interval.high)) {
    return std::nullopt;
  }
  if (ratio && !(interval.low > 0)) return std::nullopt;
  const auto near = expected(stated.measure, intervention, comparator);
  if (!near) return std::nullopt;
  StatedEffect effect = stated;
  if (stated.measure == Measure::risk_difference && is_in_percent(stated, *near)) {
    for (double* part : {&effect.interval.estimate, &effect.interval.low, &effect.interval.high}) {
      *part /= 100;
    }
    said = "stated in per cent";
  }
  if (stated.measure == Measure::standardized_mean_difference) {
    // Of another unit than the means: only the sign tells.
    const double sign = effect.interval.estimate * *near;
    if (sign == 0) return std::nullopt;
    if (sign > 0) return effect;
    said = turned_words(intervention, comparator);
    return turned(effect, false);
  }
  const double value = ratio ? std::log(effect.interval.estimate) : effect.interval.estimate;
  const double as_stated = std::abs(value - *near), reversed = std::abs(value + *near);
  // Adjusted estimates differ from what the arms give, but one way must be clearly nearer.
  constexpr double kClearly = 3;
  if (as_stated * kClearly < reversed) return effect;
  if (reversed * kClearly < as_stated) {
    said += said.empty() ? "" : "; ";
    said += turned_words(intervention, comparator);
    return turned(effect, ratio);
  }
  return std::nullopt;
}

}  // namespace ev::workflow
