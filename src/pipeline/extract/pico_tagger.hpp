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

struct PicoModel {
  std::vector<PicoWeightSum> weights;            // by feature
  std::array<LabelScores, kPicoLabels> steps{};  // [from][to]
  LabelScores start{};
  std::array<double, kPicoLabels - 1> thresholds{};  // of population, intervention, outcome
};
const PicoModel& built_in_pico_model();

// Sums of the weights of each token's features.
std::vector<PicoWeightSum> pico_sums_of(const PicoModel& model,
                                        const std::vector<FeatureIds>& tokens);
// Probability of each label for each token of a sentence, by its sums.
std::vector<LabelScores> pico_marginals(const PicoModel& model,
                                        const std::vector<PicoWeightSum>& sums);
// What a word is called at one place it is called elsewhere in the record: half of its sums is the
// mean over its mentions. `sums` and `words` by line and token; words count from 1, 0 shares with
// none.
void share_sums(std::vector<std::vector<PicoWeightSum>>& sums,
                const std::vector<std::vector<std::uint32_t>>& words);

struct PicoSpan {
  doc::Span span;
  std::size_t line = 0;
  double confidence = 0;  // mean probability of its words
};
// By kind: population, intervention, outcome; each in text order.
using PicoSpans = std::array<std::vector<PicoSpan>, kPicoLabels - 1>;

PicoSpans tag_pico(const Reading& reading, const PicoHints& hints, const PicoModel& model);

}  // namespace ev::extract
