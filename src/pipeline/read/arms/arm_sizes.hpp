// How many people each arm has: "tea group (n = 60)", "60 received tea and 58 water". Pure
// function.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"

namespace ev::read {

// Sets `n` of the arms for which one number is stated; allocation counts before later ones.
void add_arm_sizes(const std::vector<Sentence>& sentences, const ArmMentions& mentions,
                   std::vector<Arm>& arms);

}  // namespace ev::read
