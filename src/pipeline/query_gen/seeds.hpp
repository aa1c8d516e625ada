// Which known relevant records a query finds, and what keeps it from the others. Found = the count
// of `(query) AND pmid`. The reason of a miss is read off the record where it could be fetched,
// else asked for conjunct by conjunct. Thread rule: pure but for the probe.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/request.hpp"

#include <string>
#include <vector>

namespace ev::query_gen {

// What is known of the seeds before any query is made.
struct SeedRecords {
  std::vector<model::Article> articles;
  std::vector<std::string> missing;  // PMIDs whose records do not exist (offline: not here)
};

Result<std::vector<SeedNote>> check_seeds(const pubmed_query::Node& query,
                                          const std::vector<std::string>& pmids,
                                          const SeedRecords& records, const Seams& seams,
                                          const Context& ctx);

}  // namespace ev::query_gen
