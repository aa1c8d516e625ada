// PubMed's answer from Europe PMC, for the time when NCBI is down or has shut this address out: the
// same MEDLINE records (SRC:MED), found by the same query in Europe PMC's language. Counts, order
// and the reach of headings differ, which the outcome's warnings say. Thread rule: any worker
// thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/search/ports.hpp"
#include "pipeline/search/search.hpp"

namespace ev::search {

// The failure is NCBI's and Europe PMC may be asked in its place.
bool may_fall_back(const Ports& ports, const Error& error);

// Answers `request` in place of PubMed, which failed with `why`. Pages are read from the first to
// the one asked for. Errors: those of Europe PMC; `why` when the query cannot be put to it.
Result<SearchOutcome> search_in_place_of_pubmed(const Ports& ports, const SearchRequest& request,
                                                const Error& why, const Context& ctx);

// Fetches by PMID what PubMed failed to deliver (`failed`), and puts it in its place among the
// articles. What cannot be had here either stays failed. Errors: cancelled only.
Result<void> fetch_failed_elsewhere(const Ports& ports, SearchOutcome& outcome, const Context& ctx);

}  // namespace ev::search
