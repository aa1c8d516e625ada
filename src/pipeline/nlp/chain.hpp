// Decoding of a linear-chain conditional random field (Lafferty, McCallum & Pereira 2001): the best
// path (Viterbi) and the probability of each label at each place (forward and backward, scaled at
// each place). Linear in the length. Pure functions.
#pragma once

#include "pipeline/nlp/model.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ev::nlp {

// Sums far below all others: a label that cannot be.
inline constexpr std::int32_t kRuledOut = -1'000'000;

// `items`: the sums of each place (Model::sums), kRuledOut added to labels that cannot be. Of equal
// paths the one with the lower labels.
std::vector<std::size_t> best_path(const Model& model, std::span<const Sums> items);
// By place and label; each place adds up to 1.
std::vector<std::vector<double>> marginals(const Model& model, std::span<const Sums> items);

}  // namespace ev::nlp
