#include "pipeline/appraise/tf_idf.hpp"

#include <algorithm>
#include <cmath>

namespace ev::appraise {

namespace {

void add_features(std::span<const Corpus::Id> terms, std::size_t offset,
                  std::vector<std::uint32_t>& out) {
  for (const Corpus::Id id : terms) {
    out.push_back(static_cast<std::uint32_t>(offset + static_cast<std::size_t>(id)));
  }
}

// Features of one document, each once with its count.
SparseVector counts_of(const Corpus& corpus, std::size_t document, const TfIdfOptions& options) {
  const std::size_t size = corpus.vocabulary().size();
  std::vector<std::uint32_t> features;
  add_features(corpus.terms(document), 0, features);
  if (options.title > 0) add_features(corpus.terms(document, 0), size, features);
  if (options.index > 0) add_features(corpus.terms(document, 2), 2 * size, features);
  std::sort(features.begin(), features.end());
  SparseVector counts;
  for (const std::uint32_t feature : features) {
    if (counts.empty() || counts.back().feature != feature) counts.push_back({feature, 0});
    counts.back().value += 1;
  }
  return counts;
}

}  // namespace

std::vector<SparseVector> tf_idf(const Corpus& corpus, const TfIdfOptions& options) {
  const std::size_t size = corpus.vocabulary().size();
  std::vector<SparseVector> vectors(corpus.size());
  std::vector<double> df(3 * size, 0.0);
  for (std::size_t d = 0; d < corpus.size(); ++d) {
    vectors[d] = counts_of(corpus, d, options);
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
