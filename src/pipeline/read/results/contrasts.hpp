// Contrasts that a sentence tells without figures of the arms: "X was lower with A than with B
// (p < .01)", "X did not differ between the groups". Pure functions.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/statistics.hpp"

#include <vector>

namespace ev::read {

std::vector<ResultRow> told_contrasts(const Sentence& sentence, const std::vector<Arm>& arms,
                                      const std::vector<ArmMention>& mentions,
                                      const Statistics& statistics);

}  // namespace ev::read
