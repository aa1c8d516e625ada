#include "pipeline/extract/trial_record.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kRegistered = 0.98;

void add(Findings& findings, const char* field, const std::string& value) {
  if (value.empty()) return;
  Candidate candidate{.text = value, .ground = ground_in_record(field, value, kRegistered)};
  candidate.flag = true;
  findings.candidates.push_back(std::move(candidate));
}

bool compares(const model::TrialArm& arm) {
  return arm.type.ends_with("_COMPARATOR") || arm.type == "NO_INTERVENTION";
}

Findings sample_size_of(const model::Trial& trial) {
  Findings out;
  if (!trial.enrollment) return out;
  add(out, "trial.enrollment", std::to_string(*trial.enrollment));
  out.candidates.front().number = *trial.enrollment;
  if (trial.enrollment_type != "ACTUAL") out.undecided = "the enrolment is planned, not counted";
  return out;
}

Findings interventions_of(const model::Trial& trial) {
  Findings out;
  for (const model::TrialIntervention& given : trial.interventions) {
    const bool tried =
        std::any_of(trial.arms.begin(), trial.arms.end(), [&](const model::TrialArm& arm) {
          return !compares(arm) &&
                 std::find(given.arms.begin(), given.arms.end(), arm.label) != given.arms.end();
        });
    if (tried || trial.arms.empty()) add(out, "trial.interventions", given.name);
  }
  return out;
}

Findings comparators_of(const model::Trial& trial) {
  Findings out;
  for (const model::TrialArm& arm : trial.arms) {
    if (compares(arm)) add(out, "trial.arms", arm.label);
  }
  return out;
}

Findings conditions_of(const model::Trial& trial) {
  Findings out;
  for (const std::string& condition : trial.conditions) add(out, "trial.conditions", condition);
  return out;
}

Findings primary_outcomes_of(const model::Trial& trial) {
  Findings out;
  for (const model::TrialOutcome& outcome : trial.primary_outcomes)
    add(out, "trial.primary_outcomes", outcome.measure);
  return out;
}

Findings secondary_outcomes_of(const model::Trial& trial) {
  Findings out;
  for (const model::TrialOutcome& outcome : trial.secondary_outcomes)
    add(out, "trial.secondary_outcomes", outcome.measure);
  return out;
}

Findings countries_of(const model::Trial& trial) {
  Findings out;
  for (const std::string& country : trial.countries) add(out, "trial.countries", country);
  return out;
}

struct RegisteredDesign {
  std::string_view study_type;
  std::string_view value;  // of allocation, or of the observational model
  StudyDesign design;
};
constexpr RegisteredDesign kRegisteredDesigns[] = {
    {"INTERVENTIONAL", "RANDOMIZED", StudyDesign::randomized_controlled_trial},
    {"INTERVENTIONAL", "NON_RANDOMIZED", StudyDesign::non_randomized_trial},
    {"OBSERVATIONAL", "COHORT", StudyDesign::cohort_study},
    {"OBSERVATIONAL", "CASE_CONTROL", StudyDesign::case_control_study}};

}  // namespace

std::optional<Findings> in_trial_record(Rule rule, const model::Article& article) {
  if (!article.trial) return std::nullopt;
  using Reader = Findings (*)(const model::Trial&);
  static constexpr std::pair<Rule, Reader> kReaders[] = {
      {find_sample_size, sample_size_of},
      {find_intervention, interventions_of},
      {find_comparator, comparators_of},
      {find_condition, conditions_of},
      {find_population, conditions_of},
      {find_primary_outcome, primary_outcomes_of},
      {find_secondary_outcomes, secondary_outcomes_of},
      {find_country, countries_of}};
  for (const auto& [known, read] : kReaders) {
    if (known != rule) continue;
    Findings found = read(*article.trial);
    if (found.candidates.empty()) return std::nullopt;
    return found;
  }
  return std::nullopt;
}

std::optional<Design> registered_design(const model::Article& article) {
  if (!article.trial) return std::nullopt;
  const model::Trial& trial = *article.trial;
  const auto design = [](StudyDesign kind, const char* field, const std::string& value) {
    return Design{
        .kind = kind, .record_field = field, .record_value = value, .confidence = kRegistered};
  };
  const bool observed = trial.study_type == "OBSERVATIONAL";
  const std::string& value = observed ? trial.observational_model : trial.allocation;
  for (const RegisteredDesign& known : kRegisteredDesigns) {
    if (known.study_type != trial.study_type || known.value != value) continue;
    return design(known.design, observed ? "trial.observational_model" : "trial.allocation", value);
  }
  if (observed)
    return design(StudyDesign::observational_study, "trial.study_type", trial.study_type);
  if (trial.study_type == "INTERVENTIONAL")
    return design(StudyDesign::clinical_trial, "trial.study_type", trial.study_type);
  return std::nullopt;
}

}  // namespace ev::extract
