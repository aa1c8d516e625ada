#include "pipeline/appraise/relevance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ev::appraise {

namespace {

using Id = Vocabulary::Id;
// Ordered by the term's text, so that sums do not depend on the order in which records came.
using WeightedTerms = std::map<std::string, std::pair<Id, double>>;

struct Hit {
  std::size_t document;
  double tf;
};

double idf_of(std::size_t documents, std::size_t df) {
  const auto n = static_cast<double>(documents);
  const auto d = static_cast<double>(df);
  return std::log(1 + (n - d + 0.5) / (d + 0.5));
}

// tf' of every wanted term in every document: hits[slot] in document order.
std::vector<std::vector<Hit>> collect(const Corpus& corpus, const WeightedTerms& query,
                                      const RelevanceOptions& options) {
  std::vector<int> slot(corpus.vocabulary().size(), -1);
  int next = 0;
  for (const auto& [term, weighted] : query)
    slot[static_cast<std::size_t>(weighted.first)] = next++;
  std::vector<std::vector<Hit>> hits(query.size());
  for (std::size_t d = 0; d < corpus.size(); ++d) {
    for (std::size_t f = 0; f < kFields; ++f) {
      const auto terms = corpus.terms(d, f);
      if (terms.empty()) continue;
      const double length = static_cast<double>(terms.size()) / corpus.average_length(f);
      const double unit = options.boost[f] / (1 - options.b[f] + options.b[f] * length);
      for (const Id id : terms) {
        const int s = slot[static_cast<std::size_t>(id)];
        if (s < 0) continue;
        auto& list = hits[static_cast<std::size_t>(s)];
        if (list.empty() || list.back().document != d) list.push_back({d, 0});
        list.back().tf += unit;
      }
    }
  }
  return hits;
}

std::vector<double> score_terms(const Corpus& corpus, const WeightedTerms& query,
                                double unknown_weight, const RelevanceOptions& options) {
  std::vector<double> scores(corpus.size(), 0.0);
  const auto hits = collect(corpus, query, options);
  double most = unknown_weight * idf_of(corpus.size(), 0);
  std::size_t slot = 0;
  for (const auto& [term, weighted] : query) {
    const auto& list = hits[slot++];
    const double weight = weighted.second * idf_of(corpus.size(), list.size());
    most += weight;
    for (const Hit& hit : list) scores[hit.document] += weight * hit.tf / (options.k1 + hit.tf);
  }
  if (most > 0) {
    for (double& score : scores) score /= most;
  }
  return scores;
}

// The best documents of the first pass, best first.
std::vector<std::size_t> feedback_documents(const std::vector<double>& scores,
                                            std::span<const std::string> tie_break,
                                            const RelevanceOptions& options) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t most = std::min<std::size_t>(
      static_cast<std::size_t>(options.feedback_documents), scores.size() / 4);
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
      [&](std::size_t a, std::size_t b) {
        if (scores[a] != scores[b]) return scores[a] > scores[b];
        if (a < tie_break.size() && b < tie_break.size() && tie_break[a] != tie_break[b]) {
          return tie_break[a] < tie_break[b];
        }
        return a < b;
      });
  order.resize(most);
  while (!order.empty() && scores[order.back()] <= 0) order.pop_back();
  return order;
}

// RM1: P(t | feedback) ~ sum of weight(d) * tf(t,d) / |d|, the strongest terms only, summing to 1.
std::vector<std::pair<Id, double>> feedback_model(const Corpus& corpus,
                                                  const std::vector<std::size_t>& documents,
                                                  const std::vector<double>& scores,
                                                  const RelevanceOptions& options) {
  std::map<Id, double> model;
  for (const std::size_t d : documents) {
    const auto terms = corpus.terms(d);
    const double weight =
        std::pow(scores[d] / scores[documents.front()], options.feedback_steepness);
    for (const Id id : terms) model[id] += weight / static_cast<double>(terms.size());
  }
  std::vector<std::pair<Id, double>> best(model.begin(), model.end());
  std::sort(best.begin(), best.end(), [&](const auto& a, const auto& b) {
    if (a.second != b.second) return a.second > b.second;
    return corpus.vocabulary().term(a.first) < corpus.vocabulary().term(b.first);
  });
  if (best.size() > static_cast<std::size_t>(options.feedback_terms)) {
    best.resize(static_cast<std::size_t>(options.feedback_terms));
  }
  double sum = 0;
  for (const auto& [id, p] : best) sum += p;
  for (auto& [id, p] : best) p /= sum;
  return best;
}

}  // namespace

std::vector<double> relevance(const Corpus& corpus, std::string_view query,
                              std::span<const std::string> tie_break,
                              const RelevanceOptions& options) {
  int unknown = 0;
  const std::vector<Id> words = corpus.vocabulary().find(query, unknown);
  const double total = static_cast<double>(words.size()) + unknown;
  if (words.empty()) return std::vector<double>(corpus.size(), 0.0);
  WeightedTerms terms;
  for (const Id id : words) {
    auto& weighted = terms[corpus.vocabulary().term(id)];
    weighted.first = id;
    weighted.second += 1 / total;
  }
  const double unknown_weight = unknown / total;
  std::vector<double> scores = score_terms(corpus, terms, unknown_weight, options);
  const auto documents = feedback_documents(scores, tie_break, options);
  if (documents.empty()) return scores;
  for (auto& [term, weighted] : terms) weighted.second *= options.query_share;
  for (const auto& [id, p] : feedback_model(corpus, documents, scores, options)) {
    auto& weighted = terms[corpus.vocabulary().term(id)];
    weighted.first = id;
    weighted.second += (1 - options.query_share) * p;
  }
  return score_terms(corpus, terms, unknown_weight * options.query_share, options);
}

}  // namespace ev::appraise
