// The rules, one function per kind of field, grouped by file. Each reads record fields first, then
// labelled sections, then sentence cues, and returns candidates best first. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/record_text.hpp"

namespace ev::extract {

using Rule = Findings (*)(const RecordText&);

// sample_size.cpp
Findings find_sample_size(const RecordText& record);
Findings find_counted_parts(const RecordText& record);  // "n = 60" beside others, arms or not
Findings find_number_randomized(
    const RecordText& record);  // of those said to be drawn by lot alone
Findings find_dataset_size(const RecordText& record);

// arm_fields.cpp
Findings find_arm_names(const RecordText& record);
Findings find_arm_sizes(const RecordText& record);
// Of the one arm that has this part in the study; nothing where two may be meant.
Findings find_control_size(const RecordText& record);
Findings find_placebo_size(const RecordText& record);
Findings find_intervention_size(const RecordText& record);
Findings find_percentages(const RecordText& record);
Findings find_response_rate(const RecordText& record);  // per cent of responders
Findings find_means(const RecordText& record);

// design_fields.cpp
Findings find_study_design(const RecordText& record);
Findings find_is_rct(const RecordText& record);
Findings find_phase(const RecordText& record);
Findings find_blinding(const RecordText& record);
Findings find_double_blind(const RecordText& record);
Findings find_open_label(const RecordText& record);
Findings find_placebo_controlled(const RecordText& record);
Findings find_multicenter(const RecordText& record);
Findings find_species(const RecordText& record);

// evidence_level.cpp
Findings find_evidence_level(const RecordText& record);

// statistics.cpp
Findings find_p_values(const RecordText& record);
Findings find_significance(const RecordText& record);
Findings find_confidence_intervals(const RecordText& record);
Findings find_lower_bound(const RecordText& record);  // of the main result's interval
Findings find_upper_bound(const RecordText& record);
Findings find_effect_measure(const RecordText& record);
Findings find_effect_size(const RecordText& record);
// Of this kind only; none stands alone when several are stated and none is the main result.
Findings find_odds_ratio(const RecordText& record);
Findings find_hazard_ratio(const RecordText& record);
Findings find_risk_ratio(const RecordText& record);
Findings find_rate_ratio(const RecordText& record);
Findings find_mean_difference(const RecordText& record);
Findings find_standardized_difference(const RecordText& record);
Findings find_number_needed_to_treat(const RecordText& record);

// statements.cpp
Findings find_conclusion(const RecordText& record);
Findings find_key_findings(const RecordText& record);
Findings find_limitations(const RecordText& record);
Findings find_objective(const RecordText& record);
Findings find_direction(const RecordText& record);
Findings find_adverse_events(const RecordText& record);

// pico.cpp
Findings find_population(const RecordText& record);
Findings find_intervention(const RecordText& record);
Findings find_comparator(const RecordText& record);
Findings find_outcomes(const RecordText& record);
Findings find_primary_outcome(const RecordText& record);
Findings find_secondary_outcomes(const RecordText& record);
Findings find_condition(const RecordText& record);

// times.cpp
Findings find_duration(const RecordText& record);
Findings find_follow_up(const RecordText& record);
Findings find_dose(const RecordText& record);
Findings find_age(const RecordText& record);
Findings find_mean_age(const RecordText& record);  // only what is called a mean or median
Findings find_true_mean_age(const RecordText& record);
Findings find_median_age(const RecordText& record);
Findings find_age_range(const RecordText& record);
Findings find_minimum_age(const RecordText& record);
Findings find_maximum_age(const RecordText& record);
Findings find_mean_follow_up(const RecordText& record);
Findings find_median_follow_up(const RecordText& record);
Findings find_female_share(const RecordText& record);
Findings find_male_share(const RecordText& record);

// sex.cpp: "Female", "Male", or this for both; lists name each.
inline constexpr const char* kBothSexes = "male and female";
Findings find_sex(const RecordText& record);

// route.cpp
Findings find_route(const RecordText& record);

// registry.cpp
Findings find_registration(const RecordText& record);
Findings find_funding(const RecordText& record);
Findings find_conflicts(const RecordText& record);
Findings find_country(const RecordText& record);
Findings find_data_availability(const RecordText& record);
Findings find_code_availability(const RecordText& record);
Findings find_year(const RecordText& record);
Findings find_journal(const RecordText& record);
Findings find_keywords(const RecordText& record);
Findings find_mesh_terms(const RecordText& record);

// record_fields.cpp
Findings find_title(const RecordText& record);
Findings find_doi(const RecordText& record);
Findings find_pmid(const RecordText& record);
Findings find_authors(const RecordText& record);
Findings find_publication_date(const RecordText& record);
Findings find_retraction(const RecordText& record);

// technology.cpp
Findings find_technology_domain(const RecordText& record);
Findings find_methodology(const RecordText& record);
Findings find_technique(const RecordText& record);  // what is proposed, never a study's design
Findings find_contribution(const RecordText& record);

// benchmarks.cpp
Findings find_benchmarks(const RecordText& record);

// performance.cpp
Findings find_performance(const RecordText& record);       // the figures of a method
Findings find_performance_gain(const RecordText& record);  // by how much it is better
Findings find_accuracy(const RecordText& record);
Findings find_sensitivity(const RecordText& record);
Findings find_specificity(const RecordText& record);
Findings find_area_under_curve(const RecordText& record);
Findings find_f1_score(const RecordText& record);

// counts.cpp
Findings find_female_count(const RecordText& record);
Findings find_male_count(const RecordText& record);
Findings find_dropouts(const RecordText& record);
Findings find_number_of_studies(const RecordText& record);  // of a review
Findings find_heterogeneity(const RecordText& record);      // I2

// qualified_fields.cpp
Findings find_number_analyzed(const RecordText& record);
Findings find_training_size(const RecordText& record);
Findings find_daily_dose(const RecordText& record);
Findings find_serious_adverse_events(const RecordText& record);
Findings find_nct_id(const RecordText& record);
Findings find_prospero_id(const RecordText& record);
Findings find_training_time(const RecordText& record);
Findings find_inference_time(const RecordText& record);

// code_link.cpp
Findings find_code_link(const RecordText& record);
Findings find_github_link(const RecordText& record);
Findings find_hardware(const RecordText& record);
Findings find_gpu(const RecordText& record);

// computing_cost.cpp
Findings find_computational_cost(const RecordText& record);

}  // namespace ev::extract
