// Spans of population, intervention and outcome: a linear-chain conditional random field (Lafferty,
// McCallum & Pereira 2001) over the words of each sentence, with the rules' findings among its
// features. A word belongs to a span when its marginal probability passes the label's threshold,
// which serves token F1 better than the best path. Weights are learned by bench/pico_train and
// built in. Thread rule: pure functions, the built-in model is constant.
#pragma once

#include "pipeline/extract/pico_features.hpp"

#include <array>
#include <vector>

namespace ev::extract {

using LabelScores = std::array<double, kPicoLabels>;

using PicoThresholds = std::array<double, kPicoLabels - 1>;  // of population, intervention, outcome

struct PicoModel {
  std::vector<PicoWeightSum> weights;            // by feature
  std::array<LabelScores, kPicoLabels> steps{};  // [from][to]
  LabelScores start{};
  PicoThresholds thresholds{};
};

// The model's steps as factors.
struct PicoSteps {
  explicit PicoSteps(const PicoModel& model);
  std::array<LabelScores, kPicoLabels> from{};  // [from][to]
  std::array<LabelScores, kPicoLabels> to{};    // the same, turned
  LabelScores start{};
};

// Sums of the weights of each token's features.
std::vector<PicoWeightSum> pico_sums_of(const PicoModel& model,
                                        const std::vector<FeatureIds>& tokens);
// Probability of each label for each token of a sentence, by its sums.
std::vector<LabelScores> pico_marginals(const PicoModel& model,
                                        const std::vector<PicoWeightSum>& sums);
// What a word is called at one place it is called elsewhere in the record: half of its sums is the
// mean over its mentions. `sums` and `words` by sentence and token; words count from 1, 0 shares
// with none.
void share_sums(std::vector<std::vector<PicoWeightSum>>& sums,
                const std::vector<std::vector<std::uint32_t>>& words);

struct PicoSpan {
  doc::Span span;
  std::size_t sentence = 0;
  double confidence = 0;  // mean probability of its words
};
// By kind: population, intervention, outcome; each in text order.
struct PicoSpans {
  std::array<std::vector<PicoSpan>, kPicoLabels - 1> by_kind;
  std::vector<PicoSpan>& operator[](std::size_t kind) { return by_kind[kind]; }
  const std::vector<PicoSpan>& operator[](std::size_t kind) const { return by_kind[kind]; }
};

// A model made ready to tag many records.
class PicoTagger {
 public:
  explicit PicoTagger(const PicoModel& model);
  PicoSpans tag(const RecordText& record, const PicoHints& hints) const;

 private:
  PicoWeightTable weights_;
  PicoSteps steps_;
  PicoThresholds thresholds_;
};
const PicoTagger& built_in_pico_tagger();

}  // namespace ev::extract
