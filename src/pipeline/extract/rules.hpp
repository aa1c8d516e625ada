// The rules, one function per kind of field, grouped by file. Each reads record fields first, then
// labelled sections, then sentence cues, and returns candidates best first. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/reading.hpp"

namespace ev::extract {

using Rule = Findings (*)(const Reading&);

// sample_size.cpp
Findings find_sample_size(const Reading& reading);
Findings find_counted_parts(const Reading& reading);      // "n = 60" beside others, arms or not
Findings find_number_randomized(const Reading& reading);  // of those said to be drawn by lot alone
Findings find_dataset_size(const Reading& reading);

// arm_fields.cpp
Findings find_arm_names(const Reading& reading);
Findings find_arm_sizes(const Reading& reading);
// Of the one arm that has this part in the study; nothing where two may be meant.
Findings find_control_size(const Reading& reading);
Findings find_placebo_size(const Reading& reading);
Findings find_intervention_size(const Reading& reading);
Findings find_percentages(const Reading& reading);
Findings find_response_rate(const Reading& reading);  // per cent of responders
Findings find_means(const Reading& reading);

// design_fields.cpp
Findings find_study_design(const Reading& reading);
Findings find_is_rct(const Reading& reading);
Findings find_phase(const Reading& reading);
Findings find_blinding(const Reading& reading);
Findings find_double_blind(const Reading& reading);
Findings find_open_label(const Reading& reading);
Findings find_placebo_controlled(const Reading& reading);
Findings find_multicenter(const Reading& reading);
Findings find_species(const Reading& reading);

// evidence_level.cpp
Findings find_evidence_level(const Reading& reading);

// statistics.cpp
Findings find_p_values(const Reading& reading);
Findings find_significance(const Reading& reading);
Findings find_confidence_intervals(const Reading& reading);
Findings find_lower_bound(const Reading& reading);  // of the main result's interval
Findings find_upper_bound(const Reading& reading);
Findings find_effect_measure(const Reading& reading);
Findings find_effect_size(const Reading& reading);
// Of this kind only; none stands alone when several are stated and none is the main result.
Findings find_odds_ratio(const Reading& reading);
Findings find_hazard_ratio(const Reading& reading);
Findings find_risk_ratio(const Reading& reading);
Findings find_rate_ratio(const Reading& reading);
Findings find_mean_difference(const Reading& reading);
Findings find_standardized_difference(const Reading& reading);
Findings find_number_needed_to_treat(const Reading& reading);

// statements.cpp
Findings find_conclusion(const Reading& reading);
Findings find_key_findings(const Reading& reading);
Findings find_limitations(const Reading& reading);
Findings find_objective(const Reading& reading);
Findings find_direction(const Reading& reading);
Findings find_adverse_events(const Reading& reading);

// pico.cpp
Findings find_population(const Reading& reading);
Findings find_intervention(const Reading& reading);
Findings find_comparator(const Reading& reading);
Findings find_outcomes(const Reading& reading);
Findings find_primary_outcome(const Reading& reading);
Findings find_secondary_outcomes(const Reading& reading);
Findings find_condition(const Reading& reading);

// times.cpp
Findings find_duration(const Reading& reading);
Findings find_follow_up(const Reading& reading);
Findings find_dose(const Reading& reading);
Findings find_age(const Reading& reading);
Findings find_mean_age(const Reading& reading);  // only what is called a mean or median
Findings find_true_mean_age(const Reading& reading);
Findings find_median_age(const Reading& reading);
Findings find_age_range(const Reading& reading);
Findings find_minimum_age(const Reading& reading);
Findings find_maximum_age(const Reading& reading);
Findings find_mean_follow_up(const Reading& reading);
Findings find_median_follow_up(const Reading& reading);
Findings find_female_share(const Reading& reading);
Findings find_male_share(const Reading& reading);

// sex.cpp: "Female", "Male", or this for both; lists name each.
inline constexpr const char* kBothSexes = "male and female";
Findings find_sex(const Reading& reading);

// route.cpp
Findings find_route(const Reading& reading);

// registry.cpp
Findings find_registration(const Reading& reading);
Findings find_funding(const Reading& reading);
Findings find_conflicts(const Reading& reading);
Findings find_country(const Reading& reading);
Findings find_data_availability(const Reading& reading);
Findings find_code_availability(const Reading& reading);
Findings find_year(const Reading& reading);
Findings find_journal(const Reading& reading);
Findings find_keywords(const Reading& reading);
Findings find_mesh_terms(const Reading& reading);

// record_fields.cpp
Findings find_title(const Reading& reading);
Findings find_doi(const Reading& reading);
Findings find_pmid(const Reading& reading);
Findings find_authors(const Reading& reading);
Findings find_publication_date(const Reading& reading);
Findings find_retraction(const Reading& reading);

// technology.cpp
Findings find_technology_domain(const Reading& reading);
Findings find_methodology(const Reading& reading);
Findings find_technique(const Reading& reading);  // what is proposed, never a study's design
Findings find_contribution(const Reading& reading);

// benchmarks.cpp
Findings find_benchmarks(const Reading& reading);

// performance.cpp
Findings find_performance(const Reading& reading);       // the figures of a method
Findings find_performance_gain(const Reading& reading);  // by how much it is better
Findings find_accuracy(const Reading& reading);
Findings find_sensitivity(const Reading& reading);
Findings find_specificity(const Reading& reading);
Findings find_area_under_curve(const Reading& reading);
Findings find_f1_score(const Reading& reading);

// counts.cpp
Findings find_female_count(const Reading& reading);
Findings find_male_count(const Reading& reading);
Findings find_dropouts(const Reading& reading);
Findings find_number_of_studies(const Reading& reading);  // of a review
Findings find_heterogeneity(const Reading& reading);      // I2

// qualified_fields.cpp
Findings find_number_analyzed(const Reading& reading);
Findings find_training_size(const Reading& reading);
Findings find_daily_dose(const Reading& reading);
Findings find_serious_adverse_events(const Reading& reading);
Findings find_nct_id(const Reading& reading);
Findings find_prospero_id(const Reading& reading);
Findings find_training_time(const Reading& reading);
Findings find_inference_time(const Reading& reading);

// code_link.cpp
Findings find_code_link(const Reading& reading);
Findings find_github_link(const Reading& reading);
Findings find_hardware(const Reading& reading);
Findings find_gpu(const Reading& reading);

// computing_cost.cpp
Findings find_computational_cost(const Reading& reading);

}  // namespace ev::extract
