// From a mapped query tree to one question for the store's index. Thread rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/tree.hpp"
#include "store/library_index.hpp"

#include <vector>

namespace ev::library {

// Nesting the index's parser takes without trouble.
inline constexpr int kMostNesting = 12;

// True when the index alone can answer: not nested deeper than kMostNesting, and no proximity
// (which the index answers too widely: across segments).
bool answerable(const pubmed_query::Node& query);

store::IndexQuery index_query(const pubmed_query::Node& query, const mesh::Vocabulary& vocabulary,
                              pubmed_query::Date today);
store::IndexQuery index_query(const pubmed_query::Term& term, const mesh::Vocabulary& vocabulary,
                              pubmed_query::Date today);

// Any of the terms that are not subtracted: what hits are ordered by.
store::IndexQuery positive_terms(const pubmed_query::Node& query,
                                 const mesh::Vocabulary& vocabulary, pubmed_query::Date today);

}  // namespace ev::library
