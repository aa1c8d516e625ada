#include "pipeline/synthesis/study_result.hpp"

#include "pipeline/synthesis/conversions.hpp"

#include <array>
#include <charconv>

namespace ev::synthesis {

namespace {

Error missing(std::string message) {
  return Error{.code = Errc::not_found, .message = std::move(message)};
}

// Shortest form that reads back as the same number.
std::string plain(double value) {
  std::array<char, 32> buffer = {};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

struct ArmEvents {
  double events = 0, n = 0;
};

Result<ArmEvents> events_of(const ArmNumbers& arm, std::string_view which,
                            std::vector<std::string>& derived) {
  const std::string of = " of the " + std::string(which) + " arm";
  if (!arm.n) return missing("the number of participants" + of + " is not stated");
  if (arm.events) return ArmEvents{*arm.events, *arm.n};
  if (!arm.percent) return missing("the events" + of + " are not stated");
  const auto events = events_of_percent(*arm.percent, arm.percent_decimals, *arm.n);
  if (!events) {
    return missing("the events" + of + " do not follow from " + plain(*arm.percent) + " % of " +
                   plain(*arm.n) + ": " + events.error().message);
  }
  derived.push_back("events" + of + " from " + plain(*arm.percent) + " % of " + plain(*arm.n));
  return ArmEvents{*events, *arm.n};
}

Result<double> sd_of(const ArmNumbers& arm, const std::string& of,
                     std::vector<std::string>& derived) {
  if (arm.sd) return *arm.sd;
  if (arm.se) {
    EV_TRY(const double sd, sd_of_se(*arm.se, *arm.n));
    derived.push_back("standard deviation" + of +
                      " from its standard error (Cochrane Handbook "
                      "6.5.2.2)");
    return sd;
  }
  if (arm.ci_low && arm.ci_high) {
    EV_TRY(const double sd, sd_of_interval(*arm.ci_low, *arm.ci_high, arm.ci_level, *arm.n));
    derived.push_back("standard deviation" + of +
                      " from the confidence interval of its mean (Cochrane Handbook 6.5.2.2)");
    return sd;
  }
  return missing("the standard deviation" + of + " is not stated");
}

Result<MeanAndSd> moments_of(const ArmNumbers& arm, std::string_view which,
                             std::vector<std::string>& derived) {
  const std::string of = " of the " + std::string(which) + " arm";
  const bool quartiles = arm.median && arm.q1 && arm.q3;
  if (!arm.mean && !quartiles) return missing("the mean" + of + " is not stated");
  if (!arm.n) return missing("the number of participants" + of + " is not stated");
  if (arm.mean) {
    EV_TRY(const double sd, sd_of(arm, of, derived));
    return MeanAndSd{*arm.mean, sd};
  }
  EV_TRY(const MeanAndSd made, of_quartiles(*arm.q1, *arm.median, *arm.q3, *arm.n));
  derived.push_back("mean" + of +
                    " from its median and quartiles (Luo 2018), standard deviation "
                    "from its quartiles (Wan 2014)");
  return made;
}

Result<StudyEffect> of_counts(const StudyResult& study, Measure measure) {
  StudyEffect out{.basis = "events"};
  EV_TRY(const ArmEvents first, events_of(study.intervention, "intervention", out.derived));
  EV_TRY(const ArmEvents second, events_of(study.comparator, "comparator", out.derived));
  out.counts = Counts{first.events, first.n, second.events, second.n};
  EV_TRY(out.effect, effect_of(measure, *out.counts));
  return out;
}

Result<StudyEffect> of_means(const StudyResult& study, Measure measure) {
  StudyEffect out{.basis = "means"};
  EV_TRY(const MeanAndSd first, moments_of(study.intervention, "intervention", out.derived));
  EV_TRY(const MeanAndSd second, moments_of(study.comparator, "comparator", out.derived));
  EV_TRY(out.effect, effect_of(measure, Moments{first.mean, first.sd, *study.intervention.n,
                                                second.mean, second.sd, *study.comparator.n}));
  return out;
}

}  // namespace

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::user:
      return "user";
    case Origin::abstract_text:
      return "abstract";
    case Origin::full_text:
      return "full_text";
    case Origin::registry:
      return "registry";
  }
  return "abstract";
}

std::vector<std::string> keys_of(const StudyResult& study) {
  std::vector<std::string> out = study.registrations;
  out.push_back(study.id);
  return out;
}

Result<StudyEffect> effect_of(const StudyResult& study, Measure measure) {
  const auto with_participants = [&](StudyEffect made) {
    made.participants = study.intervention.n.value_or(0) + study.comparator.n.value_or(0);
    return made;
  };
  // A stated effect is the authors' own analysis and comes before one computed from the arms.
  if (study.effect && study.effect->measure == measure) {
    StudyEffect out{.basis = "stated effect"};
    EV_TRY(out.effect, effect_of(measure, study.effect->interval));
    return with_participants(std::move(out));
  }
  switch (measure) {
    case Measure::odds_ratio:
    case Measure::risk_ratio:
    case Measure::risk_difference: {
      EV_TRY(StudyEffect out, of_counts(study, measure));
      return with_participants(std::move(out));
    }
    case Measure::mean_difference:
    case Measure::standardized_mean_difference: {
      EV_TRY(StudyEffect out, of_means(study, measure));
      return with_participants(std::move(out));
    }
    default:
      return missing("no " + std::string(to_string(measure)) + " with its interval is stated");
  }
}

std::optional<Measure> best_measure(const std::vector<StudyResult>& studies) {
  constexpr std::array kOrder = {Measure::risk_ratio,
                                 Measure::mean_difference,
                                 Measure::hazard_ratio,
                                 Measure::odds_ratio,
                                 Measure::standardized_mean_difference,
                                 Measure::risk_difference,
                                 Measure::generic};
  std::optional<Measure> best;
  std::size_t most = 0;
  for (const Measure measure : kOrder) {
    std::size_t poolable = 0;
    for (const StudyResult& study : studies) poolable += effect_of(study, measure) ? 1 : 0;
    if (poolable > most) {
      most = poolable;
      best = measure;
    }
  }
  return best;
}

}  // namespace ev::synthesis
