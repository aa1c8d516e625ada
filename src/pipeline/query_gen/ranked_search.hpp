// The query behind a search whose hits are ranked afterwards. Thread rule: pure function.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::query_gen {

// One query for searches whose hits are ranked: all subjects, of three or more one may be missing,
// but never the first drug or name; what is measured (outcomes) ranks, it does not exclude. At most
// kRankedConcepts are asked for, the most specific; `left_out` names the others. nullopt: no
// concept to search for.
inline constexpr std::size_t kRankedConcepts = 5;
std::optional<pubmed_query::Node> ranked_search(std::vector<Concept> concepts,
                                                std::vector<std::string>& left_out);

}  // namespace ev::query_gen
