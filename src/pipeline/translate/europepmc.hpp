// PubMed query to the query language of Europe PMC's search (Lucene-like: field:value, upper-case
// AND OR NOT, ranges). One parameter, `query`; above kEuropePmcGetLimit characters it must be
// posted to searchPOST. No heading is exploded there, so Options::expand says what to search
// beside it. Field names: Europe PMC's REST reference. Thread rule: pure, given pure options.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/translate/translation.hpp"

#include <cstddef>

namespace ev::translate {

inline constexpr std::size_t kEuropePmcGetLimit = 1500;

Translation to_europepmc(const pubmed_query::Node& query, const Options& options = {});

}  // namespace ev::translate
