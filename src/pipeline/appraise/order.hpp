// The one total order of this room: score down, then relevance down, year down, then identity up
// (PMIDs by number, other ids after them as text). No two different records compare equal, so a
// ranking never depends on the order in which records came. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>

namespace ev::appraise {

// PMID, else DOI, else title.
const std::string& identity(const model::Article& article);
bool identity_less(const std::string& a, const std::string& b);

struct SortKey {
  double score = 0;
  double relevance = 0;
  int year = 0;
  const std::string* identity = nullptr;
};
bool ranks_before(const SortKey& a, const SortKey& b);

}  // namespace ev::appraise
