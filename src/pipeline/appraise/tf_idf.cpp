#include "pipeline/appraise/tf_idf.hpp"

#include <algorithm>
#include <cmath>

namespace ev::appraise {

namespace {

// Counts the features of one document after the other.
class Counter {
 public:
  Counter(const Corpus& corpus, const TfIdfOptions& options)
      : corpus_(corpus), options_(options), counts_(3 * corpus.vocabulary().size()) {}

  // Each feature once with its count, by number.
  SparseVector of(std::size_t document) {
    features_.clear();
    const std::size_t size = corpus_.vocabulary().size();
    add(corpus_.terms(document), 0);
    if (options_.title > 0) add(corpus_.terms(document, 0), size);
    if (options_.index > 0) add(corpus_.terms(document, 2), 2 * size);
    std::sort(features_.begin(), features_.end());
    SparseVector out;
    out.reserve(features_.size());
    for (const std::uint32_t feature : features_) {
      out.push_back({feature, counts_[feature]});
      counts_[feature] = 0;
    }
    return out;
  }

 private:
  void add(std::span<const Corpus::Id> terms, std::size_t offset) {
    for (const Corpus::Id id : terms) {
      const std::size_t feature = offset + static_cast<std::size_t>(id);
      if (counts_[feature] == 0) features_.push_back(static_cast<std::uint32_t>(feature));
      counts_[feature] += 1;
    }
  }

  const Corpus& corpus_;
  const TfIdfOptions& options_;
  std::vector<float> counts_;
  std::vector<std::uint32_t> features_;
};

}  // namespace

std::vector<SparseVector> tf_idf(const Corpus& corpus, const TfIdfOptions& options) {
  const std::size_t size = corpus.vocabulary().size();
  std::vector<SparseVector> vectors(corpus.size());
  std::vector<double> df(3 * size, 0.0);
  Counter counter(corpus, options);
  for (std::size_t d = 0; d < corpus.size(); ++d) {
    vectors[d] = counter.of(d);
    for (const SparseEntry& e : vectors[d]) df[e.feature] += 1;
  }
  const auto n = static_cast<double>(corpus.size());
  const double weight[] = {1, options.title, options.index};
  std::vector<double> idf(df.size(), 0.0);
  for (std::size_t f = 0; f < df.size(); ++f) {
    if (df[f] > 0) idf[f] = std::log(1 + n / df[f]) * weight[f / size];
  }
  for (SparseVector& vector : vectors) {
    double squares = 0;
    for (SparseEntry& e : vector) {
      const double tf = e.value > 1 ? 1 + std::log(static_cast<double>(e.value)) : 1;
      const double value = tf * idf[e.feature];
      squares += value * value;
      e.value = static_cast<float>(value);
    }
    const auto length = static_cast<float>(std::sqrt(squares));
    for (SparseEntry& e : vector) e.value /= length;
  }
  return vectors;
}

std::string feature_name(const Corpus& corpus, std::uint32_t feature) {
  const std::size_t size = corpus.vocabulary().size();
  const std::string& term = corpus.vocabulary().term(static_cast<Corpus::Id>(feature % size));
  if (feature < size) return term;
  return (feature < 2 * size ? "title:" : "index:") + term;
}

}  // namespace ev::appraise
