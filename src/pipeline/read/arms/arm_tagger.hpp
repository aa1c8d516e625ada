// Phrases that name an arm, by a learnt chain (data/weights/arms.txt). Thread rule: constant.
#pragma once

#include "pipeline/read/spans/record_features.hpp"
#include "pipeline/read/spans/tagged.hpp"

#include <vector>

namespace ev::read {

// What a phrase that is missed costs more than one too many, as of tagged_spans: they are judged
// again when they are put together (arm_names.hpp).
inline constexpr double kEagerForArms = 0.5;

// By sentence.
std::vector<std::vector<TaggedSpan>> tagged_arms(const RecordFeatures& features);

}  // namespace ev::read
