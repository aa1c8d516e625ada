// The query behind a search whose hits are ranked afterwards. Thread rule: pure function.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::query_gen {

// One query for searches whose hits are ranked: all subjects, of three or more one may be missing,
// but never the first drug or name; what is measured (outcomes) ranks, it does not exclude. At most
// kRankedConcepts are asked for, the most specific. nullopt: no concept to search for.
inline constexpr std::size_t kRankedConcepts = 5;

// What the query does not ask for, as the goal writes it.
struct NotRequired {
  std::vector<std::string> at_all;
  std::vector<std::string> one_of;  // any one of these may be missing
};
std::string to_text(const NotRequired& not_required);  // one line, "" when all is asked for

std::optional<pubmed_query::Node> ranked_search(std::vector<Concept> concepts,
                                                NotRequired& not_required);

}  // namespace ev::query_gen
