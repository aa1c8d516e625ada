// The lists of a Europe PMC record (what cites it, what it cites) and its open full text: requests
// and readings. A record is named "MED:1", "PMC:PMC1", "PPR:PPR1" (as Article::europepmc_id); a
// PMID or "PMID:1" counts as MED. Full text is known by PMCID or preprint id. Entries of reference
// lists may have no id and be nothing but a printed citation; a single entry may have collapsed to
// an object. Pure. Errors: invalid_argument (no such name), upstream_changed.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/sources/cited_work.hpp"

#include <string_view>

namespace ev::sources {

enum class EuropePmcList { citations, references };

inline constexpr int kEuropePmcListPage = 1000;  // entries the service gives at most

// `page` counts from 1.
Result<net::RequestPlan> plan_europepmc_list(const Config& config, EuropePmcList list,
                                             std::string_view record, int page = 1,
                                             int page_size = kEuropePmcListPage);
Result<CitedWorks> parse_europepmc_list(EuropePmcList list, std::string_view body, int page = 1,
                                        int page_size = kEuropePmcListPage);

// `id`: "PMC1", "PMCID:PMC1", "PMC:PMC1", "PPR1" or "PPR:PPR1". The reply is JATS (jats.hpp).
Result<net::RequestPlan> plan_europepmc_full_text(const Config& config, std::string_view id);

}  // namespace ev::sources
