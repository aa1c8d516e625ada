#include "pipeline/extract/field_match.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

Rule rule_of(const char* name, Type type = Type::string, const char* description = "") {
  return rule_for({.name = name, .type = type, .description = description});
}

// The value of one field, "-" when it has none.
std::string field_value(const char* field, const char* type, const char* abstract) {
  const std::string schema = std::string("{\"") + field + "\":\"" + type + "\"}";
  const model::Article article = article_of(abstract, "Barley tea for hiccups");
  const Extraction got = extract(article, *parse_schema(*parse_ordered_json(schema)));
  const Cell& cell = got.cells.front().second;
  return cell.value.is_null() ? "-" : dump_json(model::to_json(cell.value));
}

constexpr const char* kTeaTrial =
    "METHODS: In this double-blind, placebo-controlled trial at two centres, 90 adults aged 30 to "
    "70 years with hiccups were randomly assigned to barley tea 200 ml twice daily (n = 47) or "
    "placebo (n = 43) for 8 weeks. The mean age was 52 years and 61% were women. The primary "
    "outcome was hiccups per hour. Secondary outcomes were sleep and mood. RESULTS: Hiccups were "
    "fewer with barley tea (mean difference -2.5, 95% CI -4.0 to -1.0; P = 0.002). Relapse was "
    "less likely (hazard ratio 0.60, 95% CI 0.40 to 0.90). Nausea was more likely (odds ratio 1.7, "
    "95% CI 1.1 to 2.6). Adverse events occurred in 21% of the barley tea group. Five participants "
    "discontinued treatment. CONCLUSIONS: Barley tea eases hiccups.";

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
                        {"ci_lower", find_lower_bound},
                        {"ci_95_upper", find_upper_bound},
                        {"lower_ci", find_lower_bound},
                        {"upper_confidence_limit", find_upper_bound},
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
                        {"mean_age", find_true_mean_age},
                        {"median_age", find_median_age},
                        {"study_population", find_population},
                        {"number_of_patients_enrolled", find_sample_size},
                        {"intervention_or_exposure", find_intervention},
                        {"primary_efficacy_endpoint", find_primary_outcome},
                        {"secondary_outcomes", find_secondary_outcomes},
                        {"secondary outcomes", find_secondary_outcomes},
                        {"odds_ratio", find_odds_ratio},
                        {"OR", find_odds_ratio},
                        {"hazardRatio", find_hazard_ratio},
                        {"relative_risk", find_risk_ratio},
                        {"ci_95", find_confidence_intervals},
                        {"lower_95_ci", find_lower_bound},
                        {"confidence_interval_lower_bound", find_lower_bound},
                        {"ciUpper", find_upper_bound},
                        {"upper_limit_of_the_95_ci", find_upper_bound},
                        {"n_randomized", find_number_randomized},
                        {"number_of_patients_randomised", find_number_randomized},
                        {"response_rate", find_response_rate},
                        {"objective_response_rate", find_response_rate},
                        {"responder_percentage", find_response_rate},
                        {"evidence_level", find_evidence_level},
                        {"level_of_evidence", find_evidence_level},
                        {"control_n", find_control_size},
                        {"number_of_patients_in_the_placebo_group", find_placebo_size},
                        {"treatment_group_size", find_intervention_size},
                        {"is_randomized_controlled_trial", find_is_rct},
                        {"authors_conclusion", find_conclusion},
                        {"article_title", find_title},
                        {"date_of_publication", find_publication_date},
                        {"is_retracted", find_retraction},
                        {"registration_id", find_registration},
                        {"nct_id", find_nct_id},
                        {"funding_source", find_funding},
                        {"conflicts_of_interest", find_conflicts},
                        {"technology_domain", find_technology_domain},
                        {"benchmarks_used", find_benchmarks},
                        {"performance_improvement", find_performance_gain},
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

TEST_CASE("other words and short forms for the same find the same rule") {
  struct Case {
    const char* name;
    Rule rule;
  };
  const Case table[] = {{"num_patients", find_sample_size},
                        {"no_of_patients", find_sample_size},
                        {"cohort_size", find_sample_size},
                        {"study_size", find_sample_size},
                        {"patients_enrolled", find_sample_size},
                        {"number_analyzed", find_number_analyzed},
                        {"study_design_type", find_study_design},
                        {"type_of_study", find_study_design},
                        {"avg_age", find_true_mean_age},
                        {"age_range_years", find_age_range},
                        {"pct_female", find_female_share},
                        {"female_pct", find_female_share},
                        {"n_female", find_female_count},
                        {"number_of_women", find_female_count},
                        {"active_treatment", find_intervention},
                        {"comparator_drug", find_comparator},
                        {"daily_dose_mg", find_daily_dose},
                        {"p_val", find_p_values},
                        {"stat_sig", find_significance},
                        {"mean_diff", find_mean_difference},
                        {"outcome_direction", find_direction},
                        {"serious_adverse_events", find_serious_adverse_events},
                        {"clinicaltrials_gov_id", find_nct_id},
                        {"prospero_id", find_prospero_id},
                        {"takeaway", find_conclusion},
                        {"bottom_line", find_conclusion},
                        {"dropouts", find_dropouts},
                        {"number_of_studies", find_number_of_studies},
                        {"i2", find_heterogeneity},
                        {"algorithm", find_technique},
                        {"proposed_method", find_technique},
                        {"model_architecture", find_technique},
                        {"n_samples", find_dataset_size},
                        {"training_set_size", find_training_size},
                        {"f1", find_f1_score},
                        {"performance_gain_pct", find_performance_gain},
                        {"improvement_over_baseline", find_performance_gain},
                        {"training_time", find_training_time},
                        {"inference_time", find_inference_time},
                        {"gpu", find_gpu},
                        {"hardware", find_hardware},
                        {"compute", find_computational_cost},
                        {"code_url", find_code_link},
                        {"github_link", find_github_link}};
  for (const Case& c : table) {
    CAPTURE(c.name);
    CHECK(rule_of(c.name) == c.rule);
  }
}

TEST_CASE("participants are people as words and a count as a number") {
  CHECK(rule_of("participants") == find_population);
  CHECK(rule_of("participants", Type::number) == find_sample_size);
  CHECK(rule_of("participants", Type::string, "number of participants") == find_sample_size);
}

TEST_CASE("a share asked for is no multiple") {
  CHECK(field_value("performance_gain_pct", "number", "It raised accuracy by 4%.") == "4");
  CHECK(field_value("performance_gain_pct", "number", "It was 3 times faster.") == "-");
}

TEST_CASE("unknown names are matched by their description, or by nothing") {
  CHECK(rule_of("zzz") == nullptr);
  CHECK(rule_of("zzz", Type::number, "the sample size of the trial") == find_sample_size);
  CHECK(rule_of("zzz", Type::string, "anything you like") == nullptr);
  CHECK(rule_of("zzz", Type::string, "The drug tested") == find_intervention);
  CHECK(rule_of("zzz", Type::string, "what the control group received") == find_comparator);
  CHECK(rule_of("zzz", Type::number, "how many patients were enrolled") == find_sample_size);
  CHECK(rule_of("zzz", Type::number, "p") == nullptr);
}

TEST_CASE("a number cannot be a sentence") {
  CHECK(rule_of("conclusion", Type::number) == nullptr);
  CHECK(rule_of("key_findings", Type::boolean) == nullptr);
}

TEST_CASE("a word that the rule does not know leaves the field without one") {
  const char* const names[] = {"n_discontinued",
                               "number_of_patients_excluded",
                               "n_screened",
                               "control_event_rate",
                               "statistical_method",
                               "primary_endpoint_met",
                               "primary_outcome_result",
                               "previous_treatment",
                               "prior_therapy",
                               "concomitant_drug",
                               "rescue_treatment",
                               "drug_class",
                               "intervention_type",
                               "comparator_type",
                               "comparator_dose",
                               "maximum_dose",
                               "animal_model",
                               "innovation_score",
                               "number_of_adverse_events",
                               "adjusted_odds_ratio",
                               "clinical_significance",
                               "significance_level",
                               "length_of_stay",
                               "disease_duration",
                               "disease_stage",
                               "age_at_onset",
                               "sex_ratio",
                               "sponsor_type",
                               "industry_funding",
                               "registration_date",
                               "study_year",
                               "first_author",
                               "benchmark_score",
                               "country_of_origin",
                               "journal_impact_factor",
                               "number_of_arms",
                               "patient_reported_outcomes",
                               "p_value_for_trend",
                               "findings_and_conclusions"};
  for (const char* name : names) {
    CAPTURE(name);
    const FieldRule found = match_field({.name = name, .description = {}});
    CHECK(found.rule == nullptr);
    CHECK(found.reason.starts_with("no rule for this field"));
    for (const char* type : {"string", "number", "boolean"}) {
      CHECK(field_value(name, type, kTeaTrial) == "-");
    }
  }
  CHECK(match_field({.name = "previous_treatment", .description = {}}).reason ==
        "no rule for this field: none knows the word \"previous\" of its name");
}

TEST_CASE("a definition may ask for a part, or for one kind of effect") {
  CHECK(rule_of("n", Type::number, "Number of patients in the placebo group") == nullptr);
  CHECK(rule_of("n", Type::number, "Number of patients, e.g. with placebo") == find_sample_size);
  CHECK(rule_of("n", Type::number, "Total of the placebo and tea groups") == find_sample_size);
  CHECK(rule_of("zzz", Type::number, "number of patients who dropped out") == nullptr);
  CHECK(rule_of("effect_size", Type::number, "Hazard ratio for relapse") == find_hazard_ratio);
  CHECK(rule_of("effect_size", Type::number, "Odds ratio or hazard ratio") == find_effect_size);
}

TEST_CASE("a named kind, part or unit takes only its own values") {
  struct Case {
    const char* field;
    const char* type;
    const char* value;
  };
  const Case table[] = {{"sample_size", "number", "90"},
                        {"control_n", "number", "43"},
                        {"placebo_group_size", "number", "43"},
                        {"intervention_n", "number", "47"},
                        {"arm_size", "number", "-"},
                        {"n_randomized", "number", "90"},
                        {"ci_lower", "number", "-4"},
                        {"ci_upper", "number", "-1"},
                        {"response_rate", "number", "-"},
                        {"evidence_level", "string", "-"},
                        {"hazard_ratio", "number", "0.6"},
                        {"odds_ratio", "number", "1.7"},
                        {"mean_difference", "number", "-2.5"},
                        {"risk_ratio", "number", "-"},
                        {"smd", "number", "-"},
                        {"duration_weeks", "number", "8"},
                        {"duration_months", "number", "-"},
                        {"age", "number", "52"},
                        {"mean_age_years", "number", "52"},
                        {"median_age", "number", "-"},
                        {"minimum_age", "number", "30"},
                        {"maximum_age", "number", "70"},
                        {"age_range", "string", "\"30 to 70 years\""},
                        {"female_percent", "number", "61"},
                        {"male_percent", "number", "-"},
                        {"percentage", "number", "-"},
                        {"secondary_outcomes", "string", "\"sleep and mood\""},
                        {"double_blind", "boolean", "true"},
                        {"open_label", "boolean", "false"},
                        {"placebo_controlled", "boolean", "true"},
                        {"multicenter", "boolean", "true"},
                        {"retracted", "boolean", "-"},
                        {"title", "string", "\"Barley tea for hiccups\""}};
  for (const Case& c : table) {
    CAPTURE(c.field);
    CHECK(field_value(c.field, c.type, kTeaTrial) == c.value);
  }
}

TEST_CASE("the design is told by words of this study alone") {
  const char* const others =
      "BACKGROUND: Double-blind trials of barley tea exist. METHODS: We observed 40 adults at one "
      "hospital. CONCLUSIONS: A multicentre, placebo-controlled trial is needed.";
  CHECK(field_value("double_blind", "boolean", others) == "-");
  CHECK(field_value("placebo_controlled", "boolean", others) == "-");
  CHECK(field_value("multicenter", "boolean", others) == "false");
  CHECK(field_value("blinded", "boolean", "METHODS: This open-label trial had 40 adults.") ==
        "false");
  CHECK(field_value("double_blind", "boolean", "METHODS: This open-label trial had 40 adults.") ==
        "false");
}

TEST_CASE("several values of a kind, and none the main result, leave one value open") {
  const char* const two =
      "RESULTS: Hiccups were fewer (mean difference -2.5, 95% CI -4.0 to -1.0). Relapse (odds "
      "ratio 0.5) and nausea (odds ratio 1.7) differed.";
  CHECK(field_value("odds_ratio", "number", two) == "-");
  CHECK(field_value("odds_ratio", "array[number]", two) == "[0.5,1.7]");
}

TEST_CASE("those randomized are counted where a sentence says so") {
  CHECK(field_value("n_randomized", "number",
                    "METHODS: We enrolled 120 adults with hiccups. RESULTS: All 120 slept.") ==
        "-");
  CHECK(field_value("n_randomized", "number",
                    "METHODS: A total of 120 adults with hiccups underwent randomization.") ==
        "120");
  CHECK(field_value("n_randomized", "number",
                    "METHODS: We randomized 120 adults to tea or milk.") == "120");
}

TEST_CASE("bounds of the interval of the main result") {
  CHECK(field_value("ci_lower", "number", "RESULTS: Tea helped (P = 0.01).") == "-");
  CHECK(field_value("ci_upper", "number",
                    "RESULTS: Hiccups fell (hazard ratio 0.60, 95% CI 0.40 to 0.90).") == "0.9");
}

TEST_CASE("the share of responders, and of which arm") {
  CHECK(field_value("response_rate", "number", "RESULTS: The response rate was 42% with tea.") ==
        "42");
  const char* const two =
      "RESULTS: The response rate was 42% with tea and 20% with milk. Sleep came in 80%.";
  CHECK(field_value("response_rate", "number", two) == "-");
  CHECK(field_value("response_rate", "array[number]", two) == "[42,20]");
  CHECK(field_value("response_rate", "number", "RESULTS: The dose response was flat in 42%.") ==
        "-");
}

TEST_CASE("a rate of a test is the one named") {
  const char* const test =
      "RESULTS: The breath test had a sensitivity of 91% and a specificity of 84%.";
  CHECK(field_value("sensitivity", "number", test) == "91");
  CHECK(field_value("specificity", "number", test) == "84");
  CHECK(field_value("accuracy", "number", test) == "-");
  CHECK(field_value("specificity", "number",
                    "RESULTS: Sensitivity and specificity of 91% and 84% were found.") == "-");
}

TEST_CASE("what is told of some, or of how outcomes were, is not taken for the whole") {
  CHECK(field_value("female_percent", "number", "RESULTS: Of those who stopped, 58% were women.") ==
        "-");
  CHECK(field_value("female_percent", "number", "RESULTS: Nausea came in 31% of women.") == "-");
  CHECK(field_value("female_percent", "number", "RESULTS: 31% women, 69% men.") == "31");
  CHECK(field_value("secondary_outcomes", "string",
                    "RESULTS: The secondary outcomes were better with barley tea.") == "-");
  CHECK(field_value(
            "age_range", "string",
            "METHODS: Adults aged 20 to 30 years and adults aged 60 to 70 years took part.") ==
        "-");
}

TEST_CASE("the dose of an arm does not part its name from its count") {
  CHECK(field_value("control_n", "number",
                    "METHODS: In this trial 90 adults were randomly assigned to metformin 1,000 mg "
                    "twice daily (n = 47) or placebo (n = 43) for 8 weeks.") == "43");
}

}  // namespace ev::extract
