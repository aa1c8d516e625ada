// PubMed query to the parameters of ClinicalTrials.gov's /api/v2/studies, in Essie: query.cond,
// query.intr and query.titles for conjuncts that are wholly a condition, an intervention or a
// title, query.term for the other subjects, filter.advanced for limits (AREA[Phase]PHASE3,
// AREA[StudyFirstPostDate]RANGE[2015-01-01,MAX]). The parameters are AND-ed there. Authors,
// journals and languages of articles have no counterpart. Options::role says what is a condition
// or an intervention. Area names: the API's data structure and search areas. Thread rule: pure,
// given pure options.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/translate/translation.hpp"

namespace ev::translate {

Translation to_clinicaltrials(const pubmed_query::Node& query, const Options& options = {});

}  // namespace ev::translate
