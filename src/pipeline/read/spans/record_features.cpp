#include "pipeline/read/spans/record_features.hpp"

#include "pipeline/nlp/chain.hpp"

namespace ev::read {

namespace {

// Labels of the chain: other, population, intervention, outcome.
constexpr std::size_t kPicoLabels = 4;
constexpr std::uint32_t kHint = kOwnFeatures - 16;

const nlp::Model& pico_model() {
  static const nlp::Model kModel =
      nlp::stored_model("weights/pico_words.txt", {"pico_words", 1, kPicoLabels});
  return kModel;
}

std::uint32_t step_of(double odds) {
  return odds < 0.05 ? 0 : odds < 0.2 ? 1 : odds < 0.5 ? 2 : odds < 0.8 ? 3 : 4;
}

void add_hints(std::vector<nlp::Features>& words) {
  const auto odds = nlp::marginals(pico_model(), pico_model().sums_of(words));
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint32_t kind = kHint;
    for (std::size_t label = 1; label < kPicoLabels; ++label) {
      for (int step = -1; step <= 1; ++step, ++kind) {
        const auto at = static_cast<std::ptrdiff_t>(i) + step;
        const bool there = at >= 0 && at < static_cast<std::ptrdiff_t>(odds.size());
        words[i].push_back(
            nlp::feature(kind, there ? step_of(odds[static_cast<std::size_t>(at)][label]) : 9));
      }
    }
  }
}

}  // namespace

RecordFeatures record_features(const std::vector<Sentence>& sentences) {
  const WordFeatures features(sentences);
  RecordFeatures out;
  out.reserve(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i)
    add_hints(out.emplace_back(features.of(sentences, i)));
  return out;
}

}  // namespace ev::read
