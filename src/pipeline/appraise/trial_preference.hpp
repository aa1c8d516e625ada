// A query that asks for randomized or other trials is a statement about design, which a few words
// match badly. The belief that a record reports a trial is a noisy or of cue words ("randomized",
// "placebo", "blind" …), in index terms of cues that say so for certain ("Double-Blind Method"); a
// record with cues of any study in people ("cohort", "compared", the index terms "Female", "Aged"
// …) is believed nearly as much, since reviewers of trials read it too, an essay is not. A title
// that names another kind of work ("review", "mice" …) takes belief away. Pure functions.
#pragma once

#include "pipeline/appraise/corpus.hpp"

#include <string_view>
#include <vector>

namespace ev::appraise {

bool asks_for_trials(std::string_view query);
// What a score is multiplied by, one per document: 1 - weight + weight * belief.
std::vector<double> trial_factors(const Corpus& corpus, double weight);

}  // namespace ev::appraise
