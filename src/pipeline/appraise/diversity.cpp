#include "pipeline/appraise/diversity.hpp"

#include "pipeline/appraise/tf_idf.hpp"

#include <algorithm>

namespace ev::appraise {

namespace {

// Cosine of every document to one of them, by the postings of its terms: most documents share few
// terms with it.
class Neighbours {
 public:
  explicit Neighbours(const std::vector<SparseVector>& vectors) : vectors_(vectors) {
    std::size_t features = 0;
    for (const SparseVector& v : vectors) {
      if (!v.empty()) features = std::max<std::size_t>(features, v.back().feature + 1);
    }
    first_.assign(features + 1, 0);
    for (const SparseVector& v : vectors) {
      for (const SparseEntry& e : v) ++first_[e.feature + 1];
    }
    for (std::size_t f = 0; f < features; ++f) first_[f + 1] += first_[f];
    postings_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t d = 0; d < vectors.size(); ++d) {
      for (const SparseEntry& e : vectors[d]) {
        postings_[next[e.feature]++] = {static_cast<std::uint32_t>(d), e.value};
      }
    }
  }

  void cosines(std::size_t document, std::vector<double>& out) const {
    std::fill(out.begin(), out.end(), 0.0);
    for (const SparseEntry& e : vectors_[document]) {
      const double weight = static_cast<double>(e.value);
      for (std::size_t k = first_[e.feature]; k < first_[e.feature + 1]; ++k) {
        out[postings_[k].feature] += weight * static_cast<double>(postings_[k].value);
      }
    }
  }

 private:
  const std::vector<SparseVector>& vectors_;
  std::vector<SparseEntry> postings_;  // `feature` is the document here
  std::vector<std::size_t> first_;
};

}  // namespace

Result<std::vector<std::size_t>> diversify(std::span<const model::Article* const> articles,
                                           std::span<const double> scores, double lambda,
                                           std::size_t most, const Context& ctx) {
  EV_TRY(const Corpus corpus, Corpus::unindexed(articles, ctx));
  const std::vector<SparseVector> vectors = tf_idf(corpus);
  const Neighbours neighbours(vectors);
  std::vector<double> cosines(articles.size(), 0.0);
  std::vector<double> nearest(articles.size(), 0.0);
  std::vector<bool> taken(articles.size(), false);
  std::vector<std::size_t> chosen;
  while (chosen.size() < std::min(most, articles.size())) {
    EV_CHECK(ctx.check());
    std::size_t best = articles.size();
    double best_value = 0;
    for (std::size_t i = 0; i < articles.size(); ++i) {
      if (taken[i]) continue;
      const double value = lambda * scores[i] - (1 - lambda) * nearest[i];
      if (best == articles.size() || value > best_value) {
        best = i;
        best_value = value;
      }
    }
    taken[best] = true;
    chosen.push_back(best);
    neighbours.cosines(best, cosines);
    for (std::size_t i = 0; i < articles.size(); ++i) {
      nearest[i] = std::max(nearest[i], cosines[i]);
    }
  }
  return chosen;
}

}  // namespace ev::appraise
