#include "pipeline/appraise/diversity.hpp"

#include "pipeline/appraise/corpus.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ev::appraise {

namespace {

using Vector = std::vector<std::pair<Corpus::Id, double>>;  // ordered by term

std::vector<Vector> tf_idf(const Corpus& corpus) {
  std::vector<Vector> vectors(corpus.size());
  std::vector<double> df(corpus.vocabulary().size(), 0.0);
  for (std::size_t d = 0; d < corpus.size(); ++d) {
    std::map<Corpus::Id, double> counts;
    for (const Corpus::Id id : corpus.terms(d)) counts[id] += 1;
    for (const auto& [id, count] : counts) df[static_cast<std::size_t>(id)] += 1;
    vectors[d].assign(counts.begin(), counts.end());
  }
  const auto n = static_cast<double>(corpus.size());
  for (Vector& vector : vectors) {
    double squares = 0;
    for (auto& [id, weight] : vector) {
      weight = (1 + std::log(weight)) * std::log(1 + n / df[static_cast<std::size_t>(id)]);
      squares += weight * weight;
    }
    for (auto& [id, weight] : vector) weight /= std::sqrt(squares);
  }
  return vectors;
}

double cosine(const Vector& a, const Vector& b) {
  double sum = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (x->first < y->first) {
      ++x;
    } else if (y->first < x->first) {
      ++y;
    } else {
      sum += x->second * y->second;
      ++x;
      ++y;
    }
  }
  return sum;
}

}  // namespace

Result<std::vector<std::size_t>> diversify(std::span<const model::Article* const> articles,
                                           std::span<const double> scores, double lambda,
                                           std::size_t most, const Context& ctx) {
  EV_TRY(const Corpus corpus, Corpus::of(articles, ctx));
  const std::vector<Vector> vectors = tf_idf(corpus);
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
    for (std::size_t i = 0; i < articles.size(); ++i) {
      if (!taken[i]) nearest[i] = std::max(nearest[i], cosine(vectors[best], vectors[i]));
    }
  }
  return chosen;
}

}  // namespace ev::appraise
