// Contrasts that a sentence tells without figures of the arms: "X was lower with A than with B
// (p < .01)", "X did not differ between the groups". Pure functions.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/row_parts.hpp"
#include "pipeline/read/results/statistics.hpp"

#include <vector>

namespace ev::read {

std::vector<ResultRow> told_contrasts(const Sentence& sentence, const std::vector<Arm>& arms,
                                      const std::vector<ArmMention>& mentions,
                                      const Statistics& statistics);

// The arms that are named within these bytes, each once, in text order.
std::vector<std::size_t> distinct_arms(const std::vector<ArmMention>& mentions, Range within);
// The arms of a contrast as worded, the one that is spoken of first; nothing where they are in
// doubt.
std::optional<ArmPair> contrasted(const Sentence& sentence, const std::vector<Arm>& arms,
                                  const std::vector<ArmMention>& mentions, Range within);

}  // namespace ev::read
