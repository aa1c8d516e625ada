// What a registered study says beyond title, summary and identifiers. Nothing is guessed: absent
// values are empty or nullopt; enrollment 99999999 of ClinicalTrials.gov means unknown and is
// nullopt. Values of enumerations are kept as the registry writes them (COMPLETED, PHASE3). Thread
// rule: plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ev::model {

struct TrialArm {
  std::string label;
  std::string type;  // EXPERIMENTAL, PLACEBO_COMPARATOR …
  std::string description;
  std::vector<std::string> interventions;
  bool operator==(const TrialArm&) const = default;
};

struct TrialIntervention {
  std::string type;  // DRUG, BEHAVIORAL …
  std::string name;
  std::string description;
  std::vector<std::string> other_names;
  std::vector<std::string> arms;
  bool operator==(const TrialIntervention&) const = default;
};

struct TrialOutcome {
  std::string measure;
  std::string description;
  std::string time_frame;
  bool operator==(const TrialOutcome&) const = default;
};

struct TrialReference {
  std::string pmid;
  std::string type;  // BACKGROUND RESULT DERIVED
  std::string citation;
  bool retracted = false;
  bool operator==(const TrialReference&) const = default;
};

struct Trial {
  std::string official_title;
  std::string acronym;
  std::vector<std::string> aliases;        // earlier NCT numbers
  std::vector<std::string> secondary_ids;  // "type: id"
  std::string status;                      // RECRUITING COMPLETED TERMINATED …
  std::string why_stopped;
  std::string start_date;  // YYYY-MM or YYYY-MM-DD, as all dates here
  std::string primary_completion_date;
  std::string completion_date;
  std::string first_posted;
  std::string results_first_posted;
  std::string last_updated;
  bool has_results = false;
  std::string sponsor;
  std::string sponsor_class;
  std::vector<std::string> collaborators;
  std::string detailed_description;
  std::vector<std::string> conditions;
  std::vector<std::string> condition_mesh;     // headings the registry derived
  std::vector<std::string> intervention_mesh;  // likewise
  std::string study_type;                      // INTERVENTIONAL OBSERVATIONAL EXPANDED_ACCESS
  std::vector<std::string> phases;
  std::string allocation;
  std::string intervention_model;
  std::string observational_model;
  std::string primary_purpose;
  std::string masking;
  std::vector<std::string> who_masked;
  std::optional<int> enrollment;
  std::string enrollment_type;  // ACTUAL ESTIMATED
  std::vector<TrialArm> arms;
  std::vector<TrialIntervention> interventions;
  std::vector<TrialOutcome> primary_outcomes;
  std::vector<TrialOutcome> secondary_outcomes;
  std::string eligibility_criteria;
  std::string sex;
  std::string minimum_age;
  std::string maximum_age;
  std::optional<bool> healthy_volunteers;
  std::vector<std::string> countries;  // of its sites, each once
  int sites = 0;
  std::vector<TrialReference> references;
  bool operator==(const Trial&) const = default;
};

}  // namespace ev::model
