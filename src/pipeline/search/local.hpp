// Searching without PubMed: the local library answers, and says so. Thread rule: any worker thread.
#pragma once

#include "pipeline/library/library.hpp"
#include "pipeline/search/probe.hpp"
#include "pipeline/search/search.hpp"

namespace ev::search {

library::Ports library_ports(const Ports& ports);

Result<SearchOutcome> search_library(const Ports& ports, const SearchRequest& request,
                                     const Context& ctx);
// What the query means and finds in the library; `local` is set.
Result<Probe> probe_library(const Ports& ports, const std::string& query, const Context& ctx);

}  // namespace ev::search
