#include "pipeline/mechanism/pair_model.hpp"

#include "pipeline/mechanism/pair_features.hpp"
#include "pipeline/nlp/model.hpp"

namespace ev::mechanism {
namespace {

// In the order of the model's labels.
enum Label : std::size_t { kNoRelation, kUnsigned, kMinus, kPlus, kLabels };

const nlp::Model& model() {
  static const nlp::Model loaded = nlp::stored_model(
      "weights/links.txt",
      {.name = "links", .feature_version = kPairFeatureVersion, .labels = kLabels});
  return loaded;
}

}  // namespace

SignOdds sign_odds(const LinkSentence& sentence, doc::Role role, const NameSpan& from,
                   const NameSpan& to, const std::optional<PairReading>& reading) {
  const nlp::Features features = pair_features(sentence, role, from, to, reading);
  const std::vector<double> p = model().probabilities(model().sums(features));
  return {.plus = p[kPlus], .minus = p[kMinus]};
}

}  // namespace ev::mechanism
