#include "pipeline/appraise/relevance.hpp"

#include "pipeline/appraise/trial_preference.hpp"
#include "pipeline/appraise/word_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ev::appraise {

namespace {

using Id = std::int32_t;
using Weighted = std::vector<std::pair<Id, double>>;  // by id, each once

constexpr int kWideFeedbackDocuments = 80;
constexpr double kWideFeedbackSteepness = 2;

double idf_of(const TermIndex& index, Id id) {
  return idf(index.documents(), id < 0 ? 0 : index.holders(id));
}

void sum_equal(Weighted& terms) {
  std::stable_sort(terms.begin(), terms.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (kept > 0 && terms[kept - 1].first == terms[i].first) {
      terms[kept - 1].second += terms[i].second;
    } else {
      terms[kept++] = terms[i];
    }
  }
  terms.resize(kept);
}

std::vector<Id> ids_of(const Weighted& terms) {
  std::vector<Id> out;
  out.reserve(terms.size());
  for (const auto& [id, weight] : terms) out.push_back(id);
  return out;
}

// Sum of w idf tf' / (k1 + tf') by document, over the most it could be.
std::vector<double> score_terms(const Postings& postings, const Weighted& query, double unknown,
                                double k1) {
  const TermIndex& index = postings.index();
  std::vector<double> scores(index.documents(), 0.0);
  double most = unknown * idf_of(index, -1);
  for (const auto& [id, weight] : query) {
    const double factor = weight * idf_of(index, id);
    most += factor;
    for (const Posting& p : postings.of(id)) {
      const double tf = static_cast<double>(p.tf);
      scores[p.document] += factor * tf / (k1 + tf);
    }
  }
  if (most > 0) {
    for (double& score : scores) score /= most;
  }
  return scores;
}

// The best `most` documents of those above 0, the first of equals before the others.
std::vector<std::uint32_t> best_documents(const std::vector<double>& scores, std::size_t most) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t d = 0; d < scores.size(); ++d) {
    if (scores[d] > 0) order.push_back(d);
  }
  most = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                    [&](std::uint32_t a, std::uint32_t b) {
                      return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                    });
  order.resize(most);
  return order;
}

// RM1 times idf: P(t | feedback) ~ sum of weight(d) * tf(t,d) / |d|, the strongest terms only,
// summing to 1. `each(d, use)` calls use(term) for every occurrence in document d.
template <class Each>
Weighted feedback_model(const TermIndex& index, const Each& each,
                        const std::vector<std::uint32_t>& documents,
                        const std::vector<double>& scores, const RelevanceOptions& options) {
  // By term: sorting all occurrences would cost more than all the rest of a query.
  std::vector<double> probability(index.terms(), 0.0);
  std::vector<Id> own;
  Weighted model;
  for (const std::uint32_t d : documents) {
    own.clear();
    each(d, [&](Id id) { own.push_back(id); });
    const double weight =
        std::pow(scores[d] / scores[documents.front()], options.feedback_steepness) /
        static_cast<double>(own.size());
    for (const Id id : own) {
      double& p = probability[static_cast<std::size_t>(id)];
      if (p == 0) model.emplace_back(id, 0);
      p += weight;
    }
  }
  for (auto& [id, p] : model) p = probability[static_cast<std::size_t>(id)];
  for (auto& [id, p] : model) p *= idf_of(index, id);
  const std::size_t most = std::min(model.size(), static_cast<std::size_t>(options.feedback_terms));
  std::partial_sort(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(most), model.end(),
                    [&](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  model.resize(most);
  double sum = 0;
  for (const auto& [id, p] : model) sum += p;
  for (auto& [id, p] : model) p /= sum;
  return model;
}

// (1 - share) * scores + share * others, where there are others.
void mix_in(std::vector<double>& scores, double share, const std::vector<double>& others) {
  if (others.empty()) return;
  for (std::size_t d = 0; d < scores.size(); ++d) {
    scores[d] = (1 - share) * scores[d] + share * others[d];
  }
}

// scores * factors, where there are factors.
void multiply(std::vector<double>& scores, const std::vector<double>& factors) {
  if (factors.empty()) return;
  for (std::size_t d = 0; d < scores.size(); ++d) scores[d] *= factors[d];
}

// What helps to choose what feeds back; each one value per document or none.
struct Guides {
  std::vector<double> pairs;
  std::vector<double> factors;
};

// BM25F with RM3 over one kind of terms. `postings`: of the words; `more(terms)` has those of other
// terms.
template <class More, class Each>
std::vector<double> expanded_scores(const Postings& postings, const More& more, const Each& each,
                                    const std::vector<Id>& words, std::size_t unknown,
                                    const Guides& guides, const RelevanceOptions& options) {
  const TermIndex& index = postings.index();
  const double total = static_cast<double>(words.size() + unknown);
  Weighted query;
  for (const Id id : words) query.emplace_back(id, 1 / total);
  sum_equal(query);
  const double unknown_weight = static_cast<double>(unknown) / total;
  std::vector<double> scores = score_terms(postings, query, unknown_weight, options.k1);
  if (options.feedback_documents == 0) return scores;
  std::vector<double> first = scores;
  mix_in(first, options.pair_share, guides.pairs);
  multiply(first, guides.factors);
  const auto documents = best_documents(
      first, std::min(static_cast<std::size_t>(options.feedback_documents), index.documents() / 4));
  if (documents.empty()) return scores;
  for (auto& [id, weight] : query) weight *= options.query_share;
  for (const auto& [id, p] : feedback_model(index, each, documents, first, options)) {
    query.emplace_back(id, (1 - options.query_share) * p);
  }
  sum_equal(query);
  return score_terms(more(ids_of(query)), query, unknown_weight * options.query_share, options.k1);
}

std::vector<double> subword_scores(const Corpus& corpus, const std::vector<Id>& words,
                                   const std::vector<std::string>& unknown_words,
                                   const Guides& guides, const RelevanceOptions& options) {
  const Subwords& subwords = *corpus.subwords();
  std::vector<Id> pieces;
  for (const Id word : words) {
    const auto of = subwords.of(word);
    pieces.insert(pieces.end(), of.begin(), of.end());
  }
  int unknown = 0;
  for (const std::string& word : unknown_words) {
    const auto known = subwords.find(word, unknown);
    pieces.insert(pieces.end(), known.begin(), known.end());
  }
  const auto each = [&](std::uint32_t d, const auto& use) {
    for (const Id word : corpus.terms(d)) {
      for (const Id piece : subwords.of(word)) use(piece);
    }
  };
  const auto postings = [&](std::vector<Id> some) {
    return corpus.subword_postings(std::move(some));
  };
  RelevanceOptions own = options;
  own.feedback_terms = options.feedback_pieces;
  return expanded_scores(postings(pieces), postings, each, pieces,
                         static_cast<std::size_t>(unknown), guides, own);
}

}  // namespace

std::vector<double> relevance(const Corpus& corpus, std::string_view query,
                              const RelevanceOptions& given) {
  std::vector<std::string> unknown;
  const std::vector<Id> words = corpus.vocabulary().find(query, unknown);
  if (words.empty()) return std::vector<double>(corpus.size(), 0.0);
  const auto each = [&](std::uint32_t d, const auto& use) {
    for (const Id id : corpus.terms(d)) use(id);
  };
  const auto postings = [&](std::vector<Id> some) { return corpus.postings(std::move(some)); };
  const Postings of_words = postings(words);
  RelevanceOptions options = given;
  Guides guides;
  if (options.pair_share > 0) guides.pairs = pair_scores(corpus, of_words, words, options.k1);
  std::vector<double> factors;
  if (options.trial_weight > 0 && asks_for_trials(query)) {
    factors = trial_factors(corpus, options.trial_weight);
    if (options.wide_feedback && options.feedback_documents > 0) {
      options.feedback_documents = kWideFeedbackDocuments;
      options.feedback_steepness = kWideFeedbackSteepness;
      guides.factors = factors;
    }
  }
  std::vector<double> scores =
      expanded_scores(of_words, postings, each, words, unknown.size(), guides, options);
  if (corpus.subwords() != nullptr && options.subword_share > 0) {
    mix_in(scores, options.subword_share, subword_scores(corpus, words, unknown, guides, options));
  }
  mix_in(scores, options.pair_share, guides.pairs);
  multiply(scores, factors);
  return scores;
}

}  // namespace ev::appraise
