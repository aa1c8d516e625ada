// Which evidence is read, and how much of it is shown: truncation at sentence ends and Maximal
// Marginal Relevance (Carbonell & Goldstein 1998) over TF-IDF vectors, or over vectors made
// elsewhere. Lengths are code points.
// Pure functions; errors: those of ctx.check().
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

// At most `max_chars`, cut after the last sentence end in the second half, else at a word, with
// "...".
std::string truncate_at_sentence(std::string_view text, std::size_t max_chars = 300);

struct DiverseOptions {
  std::size_t n = 10;
  double lambda = 0.7;  // weight of relevance against similarity to what is chosen
};
// Indexes of the texts chosen, in the order of choice; all of them, in order, when n covers them.
// Ties go to the lowest index; a text without words has similarity 0.
Result<std::vector<std::size_t>> select_diverse(std::span<const std::string> texts,
                                                std::string_view query,
                                                const DiverseOptions& options, const Context& ctx);
// The same over embeddings, one per text; an empty vector has similarity 0.
Result<std::vector<std::size_t>> select_diverse(std::span<const std::vector<float>> texts,
                                                std::span<const float> query,
                                                const DiverseOptions& options, const Context& ctx);

}  // namespace ev::mechanism
