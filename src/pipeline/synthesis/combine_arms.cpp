#include "pipeline/synthesis/combine_arms.hpp"

#include <cmath>
#include <utility>

namespace ev::synthesis {

namespace {

bool same_numbers(const ArmNumbers& a, const ArmNumbers& b) {
  return a.name == b.name && a.n == b.n && a.events == b.events && a.percent == b.percent &&
         a.mean == b.mean && a.sd == b.sd && a.se == b.se;
}

bool shares_control(const StudyResult& a, const StudyResult& b) {
  return a.id == b.id && a.outcome == b.outcome && a.time == b.time && a.subgroup == b.subgroup &&
         a.comparator.n && same_numbers(a.comparator, b.comparator) &&
         a.intervention.name != b.intervention.name;
}

std::optional<double> deviation_of(const ArmNumbers& arm) {
  if (arm.sd) return arm.sd;
  if (arm.se && arm.n) return *arm.se * std::sqrt(*arm.n);
  return std::nullopt;
}

// nullopt where one of them lacks a number that the other has.
std::optional<ArmNumbers> joined(const ArmNumbers& a, const ArmNumbers& b) {
  if (!a.n || !b.n) return std::nullopt;
  ArmNumbers out{.name = a.name + " + " + b.name, .n = *a.n + *b.n};
  if (a.events && b.events) {
    out.events = *a.events + *b.events;
    return out;
  }
  const auto deviation_a = deviation_of(a), deviation_b = deviation_of(b);
  if (!a.mean || !b.mean || !deviation_a || !deviation_b) return std::nullopt;
  out.mean = (*a.n * *a.mean + *b.n * *b.mean) / *out.n;
  const double between = *a.n * *b.n / *out.n * std::pow(*a.mean - *b.mean, 2);
  out.sd = std::sqrt(((*a.n - 1) * *deviation_a * *deviation_a +
                      (*b.n - 1) * *deviation_b * *deviation_b + between) /
                     (*out.n - 1));
  return out;
}

}  // namespace

std::vector<StudyResult> combine_shared_controls(std::vector<StudyResult> studies,
                                                 std::vector<std::string>& notes) {
  std::vector<StudyResult> out;
  for (StudyResult& study : studies) {
    StudyResult* whole = nullptr;
    for (StudyResult& kept : out) {
      if (shares_control(kept, study)) whole = &kept;
    }
    const auto arm = whole ? joined(whole->intervention, study.intervention) : std::nullopt;
    if (!arm) {
      out.push_back(std::move(study));
      continue;
    }
    notes.push_back(study.label + ": the arms \"" + whole->intervention.name + "\" and \"" +
                    study.intervention.name +
                    "\" share a control and are taken as one (Cochrane Handbook 23.3.4)");
    if (study.quote != whole->quote) {
      whole->elsewhere.push_back({"intervention (" + study.intervention.name + ")", study.quote});
    }
    whole->intervention = *arm;
    whole->effect.reset();  // it is of one of the arms
  }
  return out;
}

}  // namespace ev::synthesis
