// Which sentences of a record report a result of the study, and which tell something else: a
// threshold, how the groups were before treatment, what kinds of people fared better, another
// outcome. Pure functions over one sentence; whether the record reports a trial is read from its
// design.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <span>

namespace ev::extract {

// Sentences that report results: no labelled background or aim, no ratio of effects.
bool may_report(const Sentence& sentence);
// "A P value <.05 was considered significant" sets a threshold.
bool sets_threshold(const Sentence& sentence);
// "32% compared with 25% for patients with two attacks", "than were patients who slept": groups by
// what they are, not by what they were given.
bool compares_kinds_of_people(const Sentence& sentence);
// How the groups were before treatment.
bool tells_baseline(const Sentence& sentence);
// Whether the record tells, or lets infer, what was sought first.
bool knows_main_outcome(const RecordText& record);
bool is_on_primary_outcome(std::span<const doc::Token> words);
// Whether arms of people are compared, by the record's design.
bool reports_trial(const RecordText& record);
// Of the study itself, in its results.
bool reports_results(const Sentence& sentence);
// What predicts the outcome, or another outcome than the main one.
bool tells_other(const Sentence& sentence);
// "Patients with recovery did better than patients without it", "independent predictors": who fares
// better whatever was given. In a trial that is not the effect of the treatment.
bool tells_prognosis(const RecordText& record, const Sentence& sentence);

}  // namespace ev::extract
