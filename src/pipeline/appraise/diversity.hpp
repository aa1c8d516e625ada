// Diversity by maximal marginal relevance (Carbonell & Goldstein 1998): greedily the record with
// the highest lambda * score - (1 - lambda) * (largest cosine to those already chosen), over TF-IDF
// vectors
// ((1 + ln tf) * ln(1 + N / df), unit length) of title, abstract and index terms. Pure but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ev::appraise {

// Positions of the `most` first chosen, in order. `articles` and `scores` are parallel and already
// in rank order, which breaks ties. A record without text is similar to nothing.
Result<std::vector<std::size_t>> diversify(std::span<const model::Article* const> articles,
                                           std::span<const double> scores, double lambda,
                                           std::size_t most, const Context& ctx);

}  // namespace ev::appraise
