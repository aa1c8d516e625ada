// The results posted with a registration as rows of two arms: every group against the comparator,
// which is the one placebo, sham, untreated or control group by its title or the type of its
// registered arm; of two groups the second where neither is. Groups that cannot stand beside each
// other (totals, those who changed over, extensions) give none. Values stand as posted: means of
// any kind but arithmetic and least squares give none, units other than people no events. Adverse
// events: people affected of those at risk, by arm. Thread rule: pure functions.
#pragma once

#include "pipeline/sources/clinicaltrials_results.hpp"
#include "pipeline/synthesis/study_result.hpp"

#include <vector>

namespace ev::workflow {

// In the order of the registration: outcome measures, deaths, serious and other adverse events in
// total, then by term. At most kRegistryRows.
std::vector<synthesis::StudyResult> registry_results(const sources::RegistryResults& results);

inline constexpr std::size_t kRegistryRows = 2000;

}  // namespace ev::workflow
