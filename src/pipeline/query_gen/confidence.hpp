// How far a query can be trusted to mean the goal: stated parts, each 0-1 (ConfidenceParts).
// Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/query_gen/strategies.hpp"

#include <optional>
#include <vector>

namespace ev::query_gen {

// `count`: records in PubMed, nullopt when not counted there: it is known to lie in no range, so
// an estimate never has a higher score than a count.
ConfidenceParts confidence(const std::vector<ConceptNote>& concepts,
                           const pubmed_query::Node& query, std::optional<long> count,
                           const Range& range);

}  // namespace ev::query_gen
