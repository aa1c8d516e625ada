// Phrases that a learnt chain marks in a sentence. Pure functions.
#pragma once

#include "pipeline/nlp/chain.hpp"
#include "pipeline/read/sentence.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ev::read {

// Labels of the chains, in this order.
inline constexpr std::size_t kOther = 0, kBegins = 1, kInside = 2, kSpanLabels = 3;

// Words [first, last) of a sentence.
struct TaggedSpan {
  std::size_t first = 0;
  std::size_t last = 0;
  double odds = 0;  // that its first word begins a phrase or belongs to one
};

// Of each word how likely each label is; the likeliest of each tells. `eager` is taken off words
// outside of phrases: what a phrase that is missed costs more than one too many, in natural
// logarithms.
std::vector<TaggedSpan> spans_of(std::span<const std::vector<double>> odds, double eager);
std::vector<TaggedSpan> tagged_spans(const nlp::Model& model, std::span<const nlp::Features> words,
                                     double eager);
// Where one phrase is sought: that around the word which most likely belongs to it.
std::optional<TaggedSpan> likeliest_span(const nlp::Model& model,
                                         std::span<const nlp::Features> words);
// What each word is labelled in training, given the byte ranges of the phrases in text order.
std::vector<std::size_t> span_labels(const Sentence& sentence, std::span<const Range> phrases);

}  // namespace ev::read
