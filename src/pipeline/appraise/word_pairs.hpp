// How well records hold the neighbouring words of a query together, in [0, 1): the sequential
// dependence model (Metzler & Croft 2005), its ordered pairs weighing twice its unordered ones, as
// there, with BM25's saturation and idf. Within one field of a record
//
//   ordered     the second word follows the first at once
//   unordered   both words, in either order, at most 8 places apart
//
// where a place is a term: stop words stand between no two. Pure function.
#pragma once

#include "pipeline/appraise/corpus.hpp"

#include <span>
#include <vector>

namespace ev::appraise {

// One value per document; empty when no two words are neighbours. `words`: in the query's order;
// `postings`: theirs.
std::vector<double> pair_scores(const Corpus& corpus, const Postings& postings,
                                std::span<const Corpus::Id> words, double k1);

}  // namespace ev::appraise
