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

constexpr std::size_t kTextsBetweenChecks = 16;

// MMR over `count` texts, given how near each is to the query, and all of them to one.
template <class Relevance, class Similarities>
Result<std::vector<std::size_t>> choose(std::size_t count, const Relevance& relevance_of,
                                        const Similarities& similarities,
                                        const DiverseOptions& options, const Context& ctx) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (options.n >= count) return all;
  std::vector<double> relevance;
  for (const std::size_t i : all) {
    if (i % kTextsBetweenChecks == 0) EV_CHECK(ctx.check());
    relevance.push_back(relevance_of(i));
  }
  std::vector<double> nearest(count, 0);  // to anything chosen
  std::vector<bool> taken(count, false);
  std::vector<std::size_t> chosen;
  while (chosen.size() < options.n) {
    EV_CHECK(ctx.check());
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
    if (chosen.size() == options.n) break;
    const std::vector<double> near = similarities(*best);  // of embeddings it may be below 0
    for (std::size_t i = 0; i < count; ++i)
      nearest[i] = chosen.size() == 1 ? near[i] : std::max(nearest[i], near[i]);
  }
  return chosen;
}

// The texts by their terms: what is near one of them shares a term with it, so most pairs of texts
// are never looked at.
class Postings {
 public:
  explicit Postings(std::span<const Vector> vectors) : vectors_(vectors) {
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      double square = 0;
      for (const auto& [term, weight] : vectors[i]) {
        by_term_[term].emplace_back(i, weight);
        square += weight * weight;
      }
      squares_.push_back(square);
    }
  }

  // The cosine of each text with this one, summed in the order of the terms.
  std::vector<double> near(std::size_t one) const {
    std::vector<double> out(vectors_.size(), 0);
    for (const auto& [term, weight] : vectors_[one]) {
      for (const auto& [i, other] : by_term_.find(term)->second) out[i] += other * weight;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      const bool empty = squares_[i] == 0 || squares_[one] == 0;
      out[i] = empty ? 0 : out[i] / std::sqrt(squares_[i] * squares_[one]);
    }
    return out;
  }

 private:
  std::span<const Vector> vectors_;
  std::map<std::string_view, std::vector<std::pair<std::size_t, double>>> by_term_;
  std::vector<double> squares_;
};

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

Result<std::vector<std::size_t>> select_diverse(std::span<const std::string> texts,
                                                std::string_view query,
                                                const DiverseOptions& options, const Context& ctx) {
  std::vector<Vector> vectors;
  std::map<std::string, double> document_frequency;
  for (const std::string& s : texts) {
    EV_CHECK(ctx.check());
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
  for (Vector& v : vectors) {
    EV_CHECK(ctx.check());
    weigh(v);
  }
  Vector wanted = counts_of(query);
  weigh(wanted);

  const Postings postings(vectors);
  return choose(
      texts.size(), [&](std::size_t i) { return cosine(wanted, vectors[i]); },
      [&](std::size_t one) { return postings.near(one); }, options, ctx);
}

Result<std::vector<std::size_t>> select_diverse(std::span<const std::vector<float>> texts,
                                                std::span<const float> query,
                                                const DiverseOptions& options, const Context& ctx) {
  return choose(
      texts.size(), [&](std::size_t i) { return cosine(query, texts[i]); },
      [&](std::size_t one) {
        std::vector<double> near;
        for (const std::vector<float>& text : texts) near.push_back(cosine(text, texts[one]));
        return near;
      },
      options, ctx);
}

}  // namespace ev::mechanism
