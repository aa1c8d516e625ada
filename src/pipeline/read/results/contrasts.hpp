// Contrasts that a sentence tells without figures of the arms: an estimate of effect, "X was lower
// with A than with B (p < .01)", "X did not differ between the groups". Pure functions.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/statistics.hpp"

#include <optional>
#include <vector>

namespace ev::read {

std::optional<ResultRow> effect_row(const Sentence& sentence, const std::vector<Arm>& arms,
                                    const std::vector<ArmMention>& mentions,
                                    const Statistics& statistics, const StatedEffect& stated);

std::vector<ResultRow> told_contrasts(const Sentence& sentence, const std::vector<Arm>& arms,
                                      const std::vector<ArmMention>& mentions,
                                      const Statistics& statistics);

}  // namespace ev::read
