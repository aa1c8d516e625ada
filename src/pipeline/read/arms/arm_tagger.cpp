#include "pipeline/read/arms/arm_tagger.hpp"

namespace ev::read {

namespace {

const nlp::Model& arm_model() {
  static const nlp::Model kModel = nlp::stored_model("weights/arms.txt", {"arms", 1, kSpanLabels});
  return kModel;
}

}  // namespace

std::vector<std::vector<TaggedSpan>> tagged_arms(const RecordFeatures& features) {
  std::vector<std::vector<TaggedSpan>> out;
  out.reserve(features.size());
  for (const auto& words : features) out.push_back(tagged_spans(arm_model(), words, kEagerForArms));
  return out;
}

}  // namespace ev::read
