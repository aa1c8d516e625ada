// Which known relevant records a query finds, and what keeps it from the others: counts of
// `(query) AND pmid`, then of each conjunct. Thread rule: pure but for the probe.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/request.hpp"

#include <string>
#include <vector>

namespace ev::query_gen {

inline constexpr std::size_t kExplainedMisses = 5;

Result<std::vector<SeedNote>> check_seeds(const pubmed_query::Node& query,
                                          const std::vector<std::string>& pmids,
                                          const ProbeFn& probe, const Context& ctx);

}  // namespace ev::query_gen
