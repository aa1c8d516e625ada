// Which lines of a record report a result of the study, and which tell something else: a threshold,
// how the groups were before treatment, what kinds of people fared better, another outcome. Pure
// functions over one line; whether the record reports a trial is read from its design.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <span>

namespace ev::extract {

// Lines that report results: no labelled background or aim, no ratio of effects.
bool may_report(const Line& line);
// "A P value <.05 was considered significant" sets a threshold.
bool sets_threshold(const Line& line);
// "32% compared with 25% for patients with two attacks", "than were patients who slept": groups by
// what they are, not by what they were given.
bool compares_kinds_of_people(const Line& line);
// How the groups were before treatment.
bool tells_baseline(const Line& line);
// Whether the record tells, or lets infer, what was sought first.
bool knows_main_outcome(const Reading& reading);
bool is_on_primary_outcome(std::span<const doc::Token> words);
// Whether arms of people are compared, by the record's design.
bool reports_trial(const Reading& reading);
// Of the study itself, in its results.
bool reports_results(const Line& line);
// What predicts the outcome, or another outcome than the main one.
bool tells_other(const Line& line);
// "Patients with recovery did better than patients without it", "independent predictors": who fares
// better whatever was given. In a trial that is not the effect of the treatment.
bool tells_prognosis(const Reading& reading, const Line& line);

}  // namespace ev::extract
