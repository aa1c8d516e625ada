// Phrases that name an arm, by a learnt chain (data/weights/arms.txt). Thread rule: constant.
#pragma once

#include "pipeline/read/spans/record_features.hpp"
#include "pipeline/read/spans/tagged.hpp"

#include <vector>

namespace ev::read {

// By sentence; `eager` as of tagged_spans.
std::vector<std::vector<TaggedSpan>> tagged_arms(const RecordFeatures& features, double eager);

}  // namespace ev::read
