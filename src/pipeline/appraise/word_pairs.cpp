#include "pipeline/appraise/word_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace ev::appraise {

namespace {

constexpr std::ptrdiff_t kWindow = 8;
constexpr double kOrderedShare = 2.0 / 3;

struct Together {
  std::uint32_t document = 0;
  double ordered = 0;
  double unordered = 0;
};

void count(std::span<const Corpus::Id> terms, Corpus::Id a, Corpus::Id b, Together& out) {
  std::ptrdiff_t last_a = -kWindow - 1;
  std::ptrdiff_t last_b = -kWindow - 1;
  for (std::ptrdiff_t at = 0; at < std::ssize(terms); ++at) {
    const Corpus::Id term = terms[static_cast<std::size_t>(at)];
    if (term == a) {
      if (at - last_b <= kWindow) ++out.unordered;
      last_a = at;
    } else if (term == b) {
      if (at - last_a == 1) ++out.ordered;
      if (at - last_a <= kWindow) ++out.unordered;
      last_b = at;
    }
  }
}

// Of the documents with both words, those with the words together.
std::vector<Together> documents_with(const Corpus& corpus, const Postings& postings, Corpus::Id a,
                                     Corpus::Id b) {
  std::vector<Together> out;
  const std::span<const Posting> of_a = postings.of(a);
  const std::span<const Posting> of_b = postings.of(b);
  for (auto x = of_a.begin(), y = of_b.begin(); x != of_a.end() && y != of_b.end();) {
    if (x->document != y->document) {
      ++(x->document < y->document ? x : y);
      continue;
    }
    Together found{.document = x->document};
    for (std::size_t f = 0; f < kFields; ++f) count(corpus.terms(found.document, f), a, b, found);
    if (found.unordered > 0) out.push_back(found);
    ++x;
    ++y;
  }
  return out;
}

}  // namespace

std::vector<double> pair_scores(const Corpus& corpus, const Postings& postings,
                                std::span<const Corpus::Id> words, double k1) {
  std::vector<double> scores;
  double most = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == words[i + 1]) continue;
    scores.resize(corpus.size(), 0.0);
    const std::vector<Together> found = documents_with(corpus, postings, words[i], words[i + 1]);
    const auto ordered_documents = static_cast<std::size_t>(
        std::count_if(found.begin(), found.end(), [](const Together& t) { return t.ordered > 0; }));
    const double ordered = kOrderedShare * idf(corpus.size(), ordered_documents);
    const double unordered = (1 - kOrderedShare) * idf(corpus.size(), found.size());
    most += ordered + unordered;
    for (const Together& t : found) {
      scores[t.document] +=
          ordered * t.ordered / (k1 + t.ordered) + unordered * t.unordered / (k1 + t.unordered);
    }
  }
  for (double& score : scores) score /= most;
  return scores;
}

}  // namespace ev::appraise
