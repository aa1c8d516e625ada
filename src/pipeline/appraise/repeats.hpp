// Records of a list that may be one work listed twice, as two files or two sources give it: a hint
// for the reader, not a merge (that is deduplication's, which weighs far more). Two records with
// different PMIDs are taken for two works. Pure function.
#pragma once

#include "pipeline/model/article.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ev::appraise {

// For each record the first earlier one with the same DOI, or with the same title of at least four
// words while years differ by at most one; nullopt for most.
std::vector<std::optional<std::size_t>> possible_repeats(
    std::span<const model::Article* const> articles);

}  // namespace ev::appraise
