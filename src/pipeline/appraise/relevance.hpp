// Relevance of records to a query, in [0, 1): BM25F (Robertson & Zaragoza 2009) with RM3
// pseudo-relevance feedback (Lavrenko & Croft 2001; Abdul-Jaleel et al. 2004), over terms and over
// subwords (subwords.hpp), the mean of both, and a share of neighbouring query words that stand
// together (word_pairs.hpp). Pure function.
//
//   idf(t)    = ln(1 + (N - df + 0.5) / (df + 0.5)), N and df counted over the set itself
//   score(d)  = sum w(t) idf(t) tf' / (k1 + tf')  /  sum w(t) idf(t)     tf': term_index.hpp
//
// so 1 would be a record full of every query term. Query words no record has stay in the
// denominator. RM3: w = query_share * query model + the rest * the feedback_terms strongest terms,
// by probability times idf, of the (at most 10) best records, pairs counted, a record weighing
// (score / best score)^6: close to the steep query likelihoods of the model's definition, so that
// one clear best match is followed more than its neighbours. At most a quarter of the set feeds
// back, so tiny sets are scored by BM25F alone.
//
// A query that asks for trials is a reviewer's, who seeks many records: every score is multiplied
// by the record's trial_factors (trial_preference.hpp), and feedback is wide: the 80 best records
// by score times factor feed back, weighing (score / best score)^2.
#pragma once

#include "pipeline/appraise/corpus.hpp"

#include <string_view>
#include <vector>

namespace ev::appraise {

struct RelevanceOptions {
  double k1 = 1.2;
  int feedback_documents = 10;
  int feedback_terms = 60;
  int feedback_pieces = 120;
  double feedback_steepness = 6;
  double query_share = 0.4;
  double subword_share = 0.5;
  double pair_share = 0.2;
  double trial_weight = 0.7;
  bool wide_feedback = true;  // of a query that asks for trials
};
// For the prior of a model that learns from labels: they tell better than wide feedback and cues of
// design what is sought.
inline constexpr RelevanceOptions kBeforeLabels{.trial_weight = 0.5, .wide_feedback = false};

// One value in [0, 1) per document, all 0 when no record has a word of the query. Of documents with
// equal scores the first feeds back, so the corpus has to be in canonical order.
std::vector<double> relevance(const Corpus& corpus, std::string_view query,
                              const RelevanceOptions& options = {});

}  // namespace ev::appraise
