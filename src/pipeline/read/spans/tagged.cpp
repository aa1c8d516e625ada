#include "pipeline/read/spans/tagged.hpp"

#include <algorithm>

namespace ev::read {

std::vector<TaggedSpan> tagged_spans(const nlp::Model& model, std::span<const nlp::Features> words,
                                     double eager) {
  std::vector<nlp::Sums> sums = model.sums_of(words);
  for (nlp::Sums& of_word : sums)
    of_word[kOther] -= static_cast<std::int32_t>(eager * model.unit());
  const std::vector<std::size_t> path = nlp::best_path(model, sums);
  const auto odds = nlp::marginals(model, sums);
  std::vector<TaggedSpan> out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == kOther) continue;
    const bool goes_on = path[i] == kInside && !out.empty() && out.back().last == i;
    if (goes_on)
      out.back().last = i + 1;
    else
      out.push_back({i, i + 1, 1 - odds[i][kOther]});
  }
  return out;
}

std::optional<TaggedSpan> likeliest_span(const nlp::Model& model,
                                         std::span<const nlp::Features> words) {
  if (words.empty()) return std::nullopt;
  const auto odds = nlp::marginals(model, model.sums_of(words));
  const auto begins = std::max_element(odds.begin(), odds.end(), [](const auto& a, const auto& b) {
    return a[kBegins] < b[kBegins];
  });
  const auto first = static_cast<std::size_t>(begins - odds.begin());
  TaggedSpan out{first, first + 1, (*begins)[kBegins]};
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
