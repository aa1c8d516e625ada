#include "pipeline/mechanism/selection.hpp"

#include "base/text.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace ev::mechanism {
namespace {

bool is_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
         c == 0x205f || c == 0x3000;
}

std::string stripped(std::u32string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  std::string out;
  for (const char32_t c : s) text::append_utf8(out, c);
  return out;
}

using Vector = std::map<std::string, double>;

double cosine(const Vector& a, const Vector& b) {
  double dot = 0;
  double na = 0;
  double nb = 0;
  for (const auto& [term, weight] : a) {
    na += weight * weight;
    if (const auto it = b.find(term); it != b.end()) dot += weight * it->second;
  }
  for (const auto& [term, weight] : b) nb += weight * weight;
  return na == 0 || nb == 0 ? 0 : dot / std::sqrt(na * nb);
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double dot = 0;
  double na = 0;
  double nb = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    na += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    nb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return na == 0 || nb == 0 ? 0 : dot / std::sqrt(na * nb);
}

// MMR over `count` texts, given how near each is to the query and two are to each other.
template <class Relevance, class Similarity>
std::vector<std::size_t> choose(std::size_t count, const Relevance& relevance_of,
                                const Similarity& similarity, const DiverseOptions& options) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (options.n >= count) return all;
  std::vector<double> relevance;
  for (const std::size_t i : all) relevance.push_back(relevance_of(i));
  std::vector<double> nearest(count, 0);  // to anything chosen
  std::vector<bool> taken(count, false);
  std::vector<std::size_t> chosen;
  while (chosen.size() < options.n) {
    std::optional<std::size_t> best;
    double best_score = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (taken[i]) continue;
      const double score = options.lambda * relevance[i] - (1 - options.lambda) * nearest[i];
      if (!best || score > best_score) {
        best = i;
        best_score = score;
      }
    }
    taken[*best] = true;
    chosen.push_back(*best);
    for (std::size_t i = 0; i < count; ++i) {
      if (taken[i]) continue;
      const double near = similarity(i, *best);  // of embeddings it may be below 0
      nearest[i] = chosen.size() == 1 ? near : std::max(nearest[i], near);
    }
  }
  return chosen;
}

Vector counts_of(std::string_view s) {
  Vector counts;
  for (const doc::Token& token : doc::tokenize(s)) {
    if (token.folded.size() > 2) counts[token.folded] += 1;
  }
  return counts;
}

}  // namespace

std::string truncate_at_sentence(std::string_view s, std::size_t max_chars) {
  std::u32string all;
  for (std::size_t i = 0; i < s.size();) all += text::next_code_point(s, i);
  if (all.size() <= max_chars) return std::string(s);
  const std::u32string_view cut = std::u32string_view(all).substr(0, max_chars);
  for (const std::u32string_view end : {U". ", U"! ", U"? ", U".\n", U"!\n", U"?\n"}) {
    const std::size_t at = cut.rfind(end);
    if (at != std::u32string_view::npos && at > max_chars / 2)
      return stripped(cut.substr(0, at + 1));
  }
  const std::size_t period = cut.rfind(U'.');
  if (period != std::u32string_view::npos && period > max_chars / 2)
    return stripped(cut.substr(0, period + 1));
  const std::size_t space = cut.rfind(U' ');
  if (space != std::u32string_view::npos && space > 0)
    return stripped(cut.substr(0, space)) + "...";
  std::string out;
  for (const char32_t c : cut) text::append_utf8(out, c);
  return out + "...";
}

std::vector<std::size_t> select_diverse(std::span<const std::string> texts, std::string_view query,
                                        const DiverseOptions& options) {
  std::vector<Vector> vectors;
  std::map<std::string, double> document_frequency;
  for (const std::string& s : texts) {
    vectors.push_back(counts_of(s));
    for (const auto& [term, count] : vectors.back()) document_frequency[term] += 1;
  }
  const auto weigh = [&](Vector& v) {
    for (auto& [term, weight] : v) {
      const auto it = document_frequency.find(term);
      const double df = it == document_frequency.end() ? 0 : it->second;
      weight = (1 + std::log(weight)) *
               (std::log((static_cast<double>(texts.size()) + 1) / (df + 1)) + 1);
    }
  };
  for (Vector& v : vectors) weigh(v);
  Vector wanted = counts_of(query);
  weigh(wanted);

  return choose(
      texts.size(), [&](std::size_t i) { return cosine(wanted, vectors[i]); },
      [&](std::size_t i, std::size_t j) { return cosine(vectors[i], vectors[j]); }, options);
}

std::vector<std::size_t> select_diverse(std::span<const std::vector<float>> texts,
                                        std::span<const float> query,
                                        const DiverseOptions& options) {
  return choose(
      texts.size(), [&](std::size_t i) { return cosine(query, texts[i]); },
      [&](std::size_t i, std::size_t j) { return cosine(texts[i], texts[j]); }, options);
}

}  // namespace ev::mechanism
