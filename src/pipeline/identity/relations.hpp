// Ties between records of a set that are not the same work, written into `related` of both sides:
// what the records state (comments and corrections, trial numbers, references of a registered
// study, ties a source gave), versions told by their DOIs, and preprints found by title and
// authors.
//
//   preprint_of / has_preprint      registered_as / has_publication (trial)
//   results_of / has_results (trial)  erratum_for / has_erratum
//   notice_of / has_notice          update_of / has_update
//   comment_on / has_comment        version_of / version_of
//
// A paper and its trial have one tie each way: results_of where the registration names the paper
// as its result, registered_as where only the number ties them.
//
// Thread rule: pure functions.
#pragma once

#include "pipeline/identity/cluster.hpp"

#include <vector>

namespace ev::identity {

// `found` says which records are preprint and article, or versions (positions in `records`).
struct FoundLinks {
  std::vector<Link> preprints;
  std::vector<Link> versions;
};
void relate(std::vector<model::Article>& records, const FoundLinks& found);

// How other records name this one: "PMID:1", "NCT01234567", "PPR:PPR1", "DOI:10.1/x" …
std::string name_of(const model::Article& article);

}  // namespace ev::identity
