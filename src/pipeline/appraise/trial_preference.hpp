// A query that asks for randomized or other trials is a statement about design, which a few words
// match badly: every score is multiplied by 1 - weight + weight * belief. The belief that a record
// reports a trial is a noisy or of cue words ("randomized", "placebo", "blind" …); a record with
// cues of any study in people ("cohort", "compared", "risk" …) is believed half, since it is
// nearer to what was asked than an essay. A title that names another kind of work ("review",
// "mice" …) takes belief away. Pure functions.
#pragma once

#include "pipeline/appraise/corpus.hpp"

#include <string_view>
#include <vector>

namespace ev::appraise {

bool asks_for_trials(std::string_view query);
// `scores`: one per document.
void prefer_trials(const Corpus& corpus, double weight, std::vector<double>& scores);

}  // namespace ev::appraise
