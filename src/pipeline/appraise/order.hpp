// The one total order of this room: score down, then relevance down, year down, then identity up
// (PMIDs by number, other ids after them as text). No two different records compare equal, so a
// ranking never depends on the order in which records came. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ev::appraise {

// PMID, else DOI, else title.
const std::string& identity(const model::Article& article);
bool identity_less(const std::string& a, const std::string& b);

struct SortKey {
  double score = 0;
  double relevance = 0;
  const model::Article* article = nullptr;
};
bool ranks_before(const SortKey& a, const SortKey& b);

// The same order for whole lists, one sorting upon the other: by identity, by year, by relevance,
// by score. Equals stay as they were.
using Positions = std::vector<std::uint32_t>;
using Articles = std::span<const model::Article* const>;
Positions positions_of(std::size_t count);  // 0, 1, 2 …
Positions by_identity(Articles articles);
Positions newest_first(Articles articles, Positions positions);
Positions best_first(std::span<const double> values, Positions positions);

}  // namespace ev::appraise
