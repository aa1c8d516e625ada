// The arms of a study as its record names them: phrases that the tagger marks are put together by
// their telling words, and those it is sure of are kept. Fewer than two: none. Pure
// function.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "pipeline/read/study_reading.hpp"

#include <vector>

namespace ev::read {

std::vector<Arm> find_arms(const doc::RecordAnalysis& record,
                           const std::vector<Sentence>& sentences, const RecordFeatures& features);

}  // namespace ev::read
