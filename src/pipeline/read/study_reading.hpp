// What one record says of its study, read once: the arms that are compared and the results stated
// of them. Every number stands in the text; what is not stated is absent. Names and outcomes are
// words of the record, offsets lead to the sentence that says so. Thread rule: plain values.
#pragma once

#include "base/named_enum.hpp"
#include "pipeline/model/effect_direction.hpp"
#include "pipeline/text/document.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::read {

enum class ArmRole { active, comparator };  // comparator: placebo, usual care, controls

struct Arm {
  std::string name;
  doc::Span span;  // the words that name it
  ArmRole role = ArmRole::active;
  std::optional<double> n;         // people in it, where one number is stated
  std::vector<doc::Span> aliases;  // what a bracket behind its name calls it
  std::string label;               // "a", "2" or "ii" where the record calls it "group A"
};

// What a row states of one arm. `percent` is of people; `plus_minus` is a dispersion of which the
// text does not say whether it is a standard deviation or a standard error.
struct ArmCell {
  std::size_t arm = 0;  // of StudyReading::arms
  std::optional<double> n;
  std::optional<double> events;
  std::optional<double> percent;
  std::optional<double> mean;
  std::optional<double> sd;
  std::optional<double> se;
  std::optional<double> median;
  std::optional<double> plus_minus;
};

enum class Measure {
  odds_ratio,
  risk_ratio,
  hazard_ratio,
  risk_difference,
  mean_difference,
  standardized_mean_difference,
  other
};
constexpr auto wire_names(Measure) {
  return std::to_array<std::string_view>({"OR", "RR", "HR", "RD", "MD", "SMD", "other"});
}

struct ResultEffect {
  Measure measure = Measure::other;
  double value = 0;
  std::optional<double> ci_low;
  std::optional<double> ci_high;
  std::optional<double> ci_level;  // per cent
  bool ratio() const {
    return measure == Measure::odds_ratio || measure == Measure::risk_ratio ||
           measure == Measure::hazard_ratio;
  }
};

enum class Attribution { own_result, own_conclusion };
constexpr auto wire_names(Attribution) {
  return std::to_array<std::string_view>({"own_result", "own_conclusion"});
}

// One outcome at one time, one arm against another.
struct ResultRow {
  std::string outcome;
  doc::Span outcome_span;
  std::string time;  // "" when the sentence names none
  ArmCell intervention;
  ArmCell comparator;
  std::optional<ResultEffect> effect;
  // Stated beside the figures, and not to be had with them: it goes the other way, or its interval
  // does not hold it.
  std::optional<ResultEffect> disputed;
  std::string p_value;  // as written: "P < 0.01"; "" when none
  // Of the outcome as worded, in the intervention arm against the comparator.
  model::EffectDirection direction = model::EffectDirection::unclear;
  std::optional<bool> significant;
  std::optional<bool> desirable;  // whether more of the outcome is good for the patient
  Attribution attribution = Attribution::own_result;
  doc::Span sentence;
};

struct StudyReading {
  std::vector<Arm> arms;
  std::vector<ResultRow> results;  // in text order
};

}  // namespace ev::read
