#include "pipeline/extract/field_match.hpp"

#include "support/catch.hpp"

namespace ev::extract {

namespace {

Rule rule_of(const char* name, Type type = Type::string, const char* description = "") {
  return rule_for({.name = name, .type = type, .description = description});
}

}  // namespace

TEST_CASE("usual names find their rule") {
  struct Case {
    const char* name;
    Rule rule;
  };
  const Case table[] = {{"sample_size", find_sample_size},
                        {"sampleSize", find_sample_size},
                        {"participant_count", find_sample_size},
                        {"number_of_participants", find_sample_size},
                        {"dataset_size", find_dataset_size},
                        {"study_type", find_study_design},
                        {"study_design", find_study_design},
                        {"methodology", find_methodology},
                        {"is_rct", find_is_rct},
                        {"statistical_significance", find_significance},
                        {"p_value", find_p_values},
                        {"effect_size", find_effect_size},
                        {"confidence_interval", find_confidence_intervals},
                        {"primary_outcome", find_primary_outcome},
                        {"primary_outcomes", find_primary_outcome},
                        {"outcome", find_outcomes},
                        {"key_findings", find_key_findings},
                        {"main_finding", find_conclusion},
                        {"conclusion", find_conclusion},
                        {"population", find_population},
                        {"intervention", find_intervention},
                        {"control_group", find_comparator},
                        {"adverse_events", find_adverse_events},
                        {"side_effects", find_adverse_events},
                        {"treatment_duration", find_duration},
                        {"follow_up", find_follow_up},
                        {"follow_up_duration", find_follow_up},
                        {"mean_age", find_mean_age},
                        {"registration_id", find_registration},
                        {"nct_id", find_registration},
                        {"funding_source", find_funding},
                        {"conflicts_of_interest", find_conflicts},
                        {"technology_domain", find_technology_domain},
                        {"benchmarks_used", find_benchmarks},
                        {"performance_improvement", find_performance},
                        {"computational_cost", find_computational_cost},
                        {"code_availability", find_code_availability},
                        {"key_contribution", find_contribution},
                        {"novelty", find_contribution},
                        {"limitations", find_limitations}};
  for (const Case& c : table) {
    CAPTURE(c.name);
    CHECK(rule_of(c.name) == c.rule);
  }
}

TEST_CASE("unknown names are matched by their description, or by nothing") {
  CHECK(rule_of("zzz") == nullptr);
  CHECK(rule_of("zzz", Type::number, "the sample size of the trial") == find_sample_size);
  CHECK(rule_of("zzz", Type::string, "anything you like") == nullptr);
}

TEST_CASE("a number cannot be a sentence") {
  CHECK(rule_of("conclusion", Type::number) == nullptr);
  CHECK(rule_of("key_findings", Type::boolean) == nullptr);
}

}  // namespace ev::extract
