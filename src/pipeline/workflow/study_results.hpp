// The results that a record states, as studies to be pooled. Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/synthesis/study_result.hpp"

#include <string>
#include <vector>

namespace ev::workflow {

// One per result row of the record's abstract, the most complete first: a stated effect with its
// interval, then numbers of both arms. Every number has a quote: the row's own, or that of the
// sentence which tells an arm's size. What is not borne out by what else the record states says why
// in `unsure`.
std::vector<synthesis::StudyResult> study_results(const model::Article& article);

// Why a record is no study of its own to be pooled: retracted, a notice, a review. "" when it may.
std::string why_not_pooled(const model::Article& article);

// How people were allocated, where not to parallel groups: "crossover", "cluster"; else "".
std::string unlike_parallel(const model::Article& article);

// "Smith 2004", "PMID 1" without authors, the id of what has no PMID.
std::string study_label(const model::Article& article);

}  // namespace ev::workflow
