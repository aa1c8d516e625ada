// The learned weights of the sentences that state a finding, written by bench/finding_train: whole
// numbers, 256 = 1, by the names of finding_feature_name. Constant data.
#pragma once

#include <span>

namespace ev::extract {

struct FindingWeight {
  const char* feature;
  int weight;
};
struct FindingWeights {
  std::span<const FindingWeight> of;
  int bias;
  int stated;  // sum from which a sentence states a finding
};
const FindingWeights& finding_weights();

}  // namespace ev::extract
