#include "pipeline/workflow/registry_results.hpp"

#include "base/text.hpp"
#include "pipeline/workflow/effect_orientation.hpp"
#include "pipeline/workflow/registry_arms.hpp"
#include "pipeline/workflow/study_results.hpp"

#include <algorithm>

namespace ev::workflow {

namespace {

using sources::OutcomeMeasure;
using sources::PostedCount;
using sources::PostedValue;
using sources::RegistryResults;
using synthesis::ArmNumbers;
using synthesis::Measure;
using synthesis::StudyResult;

bool mentions(std::string_view folded, std::string_view part) {
  return folded.find(part) != std::string_view::npos;
}

bool of_people(std::string_view unit) {
  const std::string folded = text::fold(unit);
  return mentions(folded, "participant") || mentions(folded, "patient") ||
         mentions(folded, "subject") || mentions(folded, "people") || mentions(folded, "person");
}

// What the values of a measure are.
enum class ValueKind { events, percent, mean, median, none };

ValueKind kind_of(const OutcomeMeasure& measure) {
  const std::string unit = text::fold(measure.unit);
  if (measure.param == "MEAN" || measure.param == "LEAST_SQUARES_MEAN") return ValueKind::mean;
  if (measure.param == "MEDIAN") return ValueKind::median;
  if (measure.param == "COUNT_OF_PARTICIPANTS") return ValueKind::events;
  if (measure.param != "NUMBER" || !of_people(unit)) return ValueKind::none;
  if (mentions(unit, "percent") || mentions(unit, "%")) return ValueKind::percent;
  // "Participants", "number of patients"; not "events per participant".
  return mentions(unit, "per ") || mentions(unit, "event") || mentions(unit, "year") ||
                 mentions(unit, "proportion") || mentions(unit, "fraction")
             ? ValueKind::none
             : ValueKind::events;
}

// The level of "95% Confidence Interval" as a share; nullopt for another dispersion.
std::optional<double> level_of(std::string_view dispersion) {
  const std::size_t percent = dispersion.find('%');
  if (percent == std::string_view::npos || !mentions(text::fold(dispersion), "confidence")) {
    return std::nullopt;
  }
  const auto level = sources::posted_number(dispersion.substr(0, percent));
  return level && *level > 50 && *level < 100 ? std::optional(*level / 100) : std::nullopt;
}

int decimals_of(std::string_view posted) {
  const std::size_t point = posted.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(posted.size() - point - 1);
}

std::optional<double> people_in(const std::vector<PostedCount>& counts, const std::string& group) {
  for (const PostedCount& count : counts) {
    if (count.group == group && of_people(count.units)) return sources::posted_number(count.count);
  }
  return std::nullopt;
}

// nullopt where the group states no number.
std::optional<ArmNumbers> numbers_of(const OutcomeMeasure& measure, const PostedValue& posted,
                                     std::optional<double> n, const std::string& name) {
  const auto value = sources::posted_number(posted.value);
  if (!value || (n && !(*n > 0))) return std::nullopt;
  ArmNumbers out{.name = name, .n = n};
  const auto spread = sources::posted_number(posted.spread);
  const auto low = sources::posted_number(posted.low), high = sources::posted_number(posted.high);
  const std::string dispersion = text::fold(measure.dispersion);
  switch (kind_of(measure)) {
    case ValueKind::events:
      if (*value < 0 || (n && *value > *n)) return std::nullopt;
      out.events = value;
      return out;
    case ValueKind::percent:
      if (*value < 0 || *value > 100) return std::nullopt;
      out.percent = value;
      out.percent_decimals = decimals_of(posted.value);
      return out;
    case ValueKind::mean:
      out.mean = value;
      if (mentions(dispersion, "standard deviation")) out.sd = spread;
      if (mentions(dispersion, "standard error")) out.se = spread;
      if (const auto level = level_of(measure.dispersion); level && low && high) {
        out.ci_low = low;
        out.ci_high = high;
        out.ci_level = *level;
      }
      return out;
    case ValueKind::median:
      out.median = value;
      if (mentions(dispersion, "inter-quartile") || mentions(dispersion, "interquartile")) {
        out.q1 = low;
        out.q3 = high;
      }
      return out;
    default:
      return std::nullopt;
  }
}

std::optional<Measure> measure_of(const sources::StatisticalAnalysis& analysis, ValueKind kind) {
  const std::string param = text::fold(analysis.param);
  if (mentions(param, "odds ratio")) return Measure::odds_ratio;
  if (mentions(param, "hazard ratio")) return Measure::hazard_ratio;
  if (mentions(param, "risk ratio") || mentions(param, "relative risk")) return Measure::risk_ratio;
  if (!mentions(param, "difference") || mentions(param, "median") || mentions(param, "ratio")) {
    return std::nullopt;
  }
  if (kind == ValueKind::percent || kind == ValueKind::events) return Measure::risk_difference;
  return kind == ValueKind::mean ? std::optional(Measure::mean_difference) : std::nullopt;
}

// "8 (spread 1.2) of 40" as it is posted.
std::string shown(const PostedValue& value, const OutcomeMeasure& measure,
                  std::optional<double> n) {
  std::string out = value.value;
  if (!value.spread.empty()) out += " (" + measure.dispersion + " " + value.spread + ")";
  if (!value.low.empty() || !value.high.empty()) {
    out += " (" + measure.dispersion + " " + value.low + " to " + value.high + ")";
  }
  if (n) out += ", n = " + std::to_string(static_cast<long>(*n));
  return out;
}

class RowMaker {
 public:
  explicit RowMaker(const RegistryResults& results)
      : results_(results), trial_(*results.study.trial) {
    frame_.id = results.study.id;
    frame_.label = study_label(results.study);
    frame_.origin = synthesis::Origin::registry;
    frame_.randomized = trial_.allocation == "RANDOMIZED";
    frame_.unlike_parallel =
        trial_.intervention_model == "CROSSOVER" ? "crossover" : unlike_parallel(results.study);
    frame_.registrations = results.study.nct_ids;
  }

  std::vector<StudyResult> go() {
    for (std::size_t i = 0; i < results_.outcomes.size(); ++i) {
      add_outcome(results_.outcomes[i], i + 1);
    }
    add_adverse_events();
    return std::move(out_);
  }

 private:
  void add(StudyResult row) {
    if (out_.size() < kRegistryRows) out_.push_back(std::move(row));
  }

  void add_outcome(const OutcomeMeasure& measure, std::size_t number) {
    const std::vector<GroupPair> pairs = contrasts_of(measure.groups, trial_);
    if (pairs.empty() || kind_of(measure) == ValueKind::none) return;
    for (const sources::ResultClass& part : measure.classes) {
      for (const sources::ResultCategory& category : part.categories) {
        const bool only = measure.classes.size() == 1 && part.categories.size() == 1;
        for (const GroupPair& pair : pairs) {
          add_value(measure, number, part, category, pair, only);
        }
      }
    }
  }

  static const PostedValue* value_of(const sources::ResultCategory& category,
                                     const std::string& group) {
    for (const PostedValue& value : category.values) {
      if (value.group == group) return &value;
    }
    return nullptr;
  }

  void add_value(const OutcomeMeasure& measure, std::size_t number,
                 const sources::ResultClass& part, const sources::ResultCategory& category,
                 const GroupPair& pair, bool analysed) {
    const sources::ResultGroup& a = measure.groups[pair.intervention];
    const sources::ResultGroup& b = measure.groups[pair.comparator];
    const PostedValue* first = value_of(category, a.id);
    const PostedValue* second = value_of(category, b.id);
    if (first == nullptr || second == nullptr) return;
    const auto people = [&](const std::string& group) {
      const auto own = people_in(part.counts, group);
      return own ? own : people_in(measure.counts, group);
    };
    const auto n_first = people(a.id), n_second = people(b.id);
    auto intervention = numbers_of(measure, *first, n_first, a.title);
    auto comparator = numbers_of(measure, *second, n_second, b.title);
    if (!intervention || !comparator) return;
    StudyResult row = frame_;
    row.outcome = measure.title;
    for (const std::string& more : {part.title, category.title}) {
      if (!more.empty()) row.outcome += ": " + more;
    }
    row.time = measure.time_frame;
    row.against_control = pair.control;
    row.intervention = *std::move(intervention);
    row.comparator = *std::move(comparator);
    row.place = frame_.id + ", outcome measure " + std::to_string(number);
    row.quote = row.outcome + " [" + measure.unit + "] | " + a.title + ": " +
                shown(*first, measure, n_first) + " | " + b.title + ": " +
                shown(*second, measure, n_second);
    if (measure.param == "LEAST_SQUARES_MEAN") row.method = "least squares means";
    if (analysed) add_effect(measure, a.id, b.id, row);
    add(std::move(row));
  }

  // The first analysis of just these two groups whose estimate can be told to be theirs.
  void add_effect(const OutcomeMeasure& measure, const std::string& a, const std::string& b,
                  StudyResult& row) const {
    for (const sources::StatisticalAnalysis& analysis : measure.analyses) {
      const auto& groups = analysis.groups;
      const bool theirs = groups.size() == 2 && ((groups[0] == a && groups[1] == b) ||
                                                 (groups[0] == b && groups[1] == a));
      const auto kind = measure_of(analysis, kind_of(measure));
      const auto value = sources::posted_number(analysis.value);
      const auto low = sources::posted_number(analysis.low);
      const auto high = sources::posted_number(analysis.high);
      if (!theirs || !kind || !value || !low || !high || analysis.one_sided) continue;
      const double level = sources::posted_number(analysis.level).value_or(95) / 100;
      if (!(level > 0.5 && level < 1)) continue;
      std::string said;
      row.effect =
          oriented({*kind, {*value, *low, *high, level}}, row.intervention, row.comparator, said);
      if (!row.effect) continue;
      row.quote += " | " + analysis.param + " " + analysis.value + " (" + analysis.level + "% CI " +
                   analysis.low + " to " + analysis.high + ")" +
                   (analysis.p.empty() ? "" : ", p " + analysis.p);
      for (const std::string& note : {analysis.method, non_inferiority(analysis), said}) {
        if (!note.empty()) row.method += (row.method.empty() ? "" : "; ") + note;
      }
      return;
    }
  }

  static std::string non_inferiority(const sources::StatisticalAnalysis& analysis) {
    const std::string& type = analysis.non_inferiority;
    if (type.empty() || type == "OTHER" || type == "SUPERIORITY") return "";
    std::string out = text::to_lower_ascii(type);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
  }

  void add_adverse_events() {
    const std::vector<GroupPair> pairs = contrasts_of(results_.adverse_groups, trial_);
    if (pairs.empty()) return;
    add_events("All-cause mortality", "deaths", results_.deaths, pairs);
    add_events("Serious adverse events", "serious adverse events", results_.serious, pairs);
    add_events("Other adverse events", "other adverse events", results_.other, pairs);
    for (const sources::AdverseEvent& event : results_.adverse_events) {
      const std::string kind = event.serious ? "serious adverse event" : "adverse event";
      add_events(event.term + " (" + kind + ")", event.organ_system, event.groups, pairs);
    }
  }

  void add_events(const std::string& outcome, const std::string& place,
                  const std::vector<sources::AtRisk>& groups, const std::vector<GroupPair>& pairs) {
    const auto of = [&](std::size_t group) -> const sources::AtRisk* {
      for (const sources::AtRisk& one : groups) {
        if (one.group == results_.adverse_groups[group].id) return &one;
      }
      return nullptr;
    };
    for (const GroupPair& pair : pairs) {
      const auto* first = of(pair.intervention);
      const auto* second = of(pair.comparator);
      const auto usable = [](const sources::AtRisk* one) {
        return one != nullptr && one->affected && one->at_risk && *one->at_risk > 0 &&
               *one->affected >= 0 && *one->affected <= *one->at_risk;
      };
      if (!usable(first) || !usable(second)) continue;
      StudyResult row = frame_;
      row.outcome = outcome;
      row.time = results_.adverse_time_frame;
      row.against_control = pair.control;
      row.intervention = arm(pair.intervention, *first);
      row.comparator = arm(pair.comparator, *second);
      row.place = frame_.id + ", adverse events" + (place.empty() ? "" : ": " + place);
      row.quote = outcome + " | " + affected(row.intervention) + " | " + affected(row.comparator);
      add(std::move(row));
    }
  }

  ArmNumbers arm(std::size_t group, const sources::AtRisk& counts) const {
    return {.name = results_.adverse_groups[group].title,
            .n = counts.at_risk,
            .events = counts.affected};
  }

  static std::string affected(const ArmNumbers& arm) {
    return arm.name + ": " + std::to_string(static_cast<long>(*arm.events)) + " affected of " +
           std::to_string(static_cast<long>(*arm.n)) + " at risk";
  }

  const RegistryResults& results_;
  const model::Trial& trial_;
  StudyResult frame_;
  std::vector<StudyResult> out_;
};

}  // namespace

std::vector<StudyResult> registry_results(const RegistryResults& results) {
  if (!results.study.trial) return {};
  return RowMaker(results).go();
}

}  // namespace ev::workflow
