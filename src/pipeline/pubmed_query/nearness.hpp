// Two operands that stand near each other, as PubMed can ask it: proximity holds between single
// words, so groups of words are multiplied out. Used when a query of another service is mended.
// Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/foreign.hpp"
#include "pipeline/pubmed_query/tree.hpp"

#include <optional>

namespace ev::pubmed_query {

// Without a tag on either side the field stays open, for a tag behind their group; settle() ends
// that. nullopt when PubMed cannot ask it (phrases, truncation, mixed fields, too many pairs): AND
// is what is left then.
std::optional<Node> as_proximity(const Node& left, const Node& right, const Nearness& nearness);
// Gives proximity without a field that of title and abstract, and makes neighbours plain phrases.
void settle(Node& node);

// Of a term that as_proximity() made: words in this order, nothing between.
inline constexpr int kNeighbours = -1;

}  // namespace ev::pubmed_query
