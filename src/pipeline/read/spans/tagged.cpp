#include "pipeline/read/spans/tagged.hpp"

#include <algorithm>
#include <cmath>

namespace ev::read {

std::vector<TaggedSpan> spans_of(std::span<const std::vector<double>> odds, double eager) {
  const double outside = std::exp(-eager);
  std::vector<TaggedSpan> out;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const std::vector<double>& word = odds[i];
    if (word[kOther] * outside >= std::max(word[kBegins], word[kInside])) continue;
    const bool goes_on = word[kInside] > word[kBegins] && !out.empty() && out.back().last == i;
    if (goes_on)
      out.back().last = i + 1;
    else
      out.push_back({i, i + 1, 1 - word[kOther]});
  }
  return out;
}

std::vector<TaggedSpan> tagged_spans(const nlp::Model& model, std::span<const nlp::Features> words,
                                     double eager) {
  return spans_of(nlp::marginals(model, model.sums_of(words)), eager);
}

std::optional<TaggedSpan> likeliest_span(const nlp::Model& model,
                                         std::span<const nlp::Features> words) {
  if (words.empty()) return std::nullopt;
  const auto odds = nlp::marginals(model, model.sums_of(words));
  const auto peak = std::min_element(
      odds.begin(), odds.end(), [](const auto& a, const auto& b) { return a[kOther] < b[kOther]; });
  TaggedSpan out{static_cast<std::size_t>(peak - odds.begin()), 0, 1 - (*peak)[kOther]};
  out.last = out.first + 1;
  // Back to where it rather begins than goes on, ahead while it goes on.
  while (out.first > 0 && odds[out.first][kInside] > odds[out.first][kBegins] &&
         odds[out.first - 1][kOther] < 1 - out.odds / 2)
    --out.first;
  while (out.last < odds.size() && odds[out.last][kInside] > odds[out.last][kOther] &&
         odds[out.last][kInside] > odds[out.last][kBegins])
    ++out.last;
  return out;
}

std::vector<std::size_t> span_labels(const Sentence& sentence, std::span<const Range> phrases) {
  std::vector<std::size_t> out(sentence.tokens.size(), kOther);
  for (const Range& phrase : phrases) {
    for (std::size_t i = sentence.token_from(phrase.begin);
         i < sentence.tokens.size() && sentence.tokens[i].begin < phrase.end; ++i) {
      if (out[i] != kOther) continue;
      const bool first = i == 0 || sentence.tokens[i - 1].begin < phrase.begin;
      out[i] = first ? kBegins : kInside;
    }
  }
  return out;
}

}  // namespace ev::read
