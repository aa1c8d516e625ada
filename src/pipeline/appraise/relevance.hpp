// Relevance of records to a query: BM25F (Robertson & Zaragoza 2009) with RM3 pseudo-relevance
// feedback (Lavrenko & Croft 2001; Abdul-Jaleel et al. 2004). Pure function; ties never depend on
// the order given.
//
//   tf'(t,d)  = sum over fields of boost_f * tf_f / (1 - b_f + b_f * length_f / average length_f)
//   idf(t)    = ln(1 + (N - df + 0.5) / (df + 0.5)), N and df counted over the set itself
//   score(d)  = sum w(t) idf(t) tf' / (k1 + tf')  /  sum w(t) idf(t)          in [0, 1)
//
// so 1 would be a record full of every query term. Query words no record has stay in the
// denominator. RM3: w = 0.6 * query model + 0.4 * the 20 strongest terms of the (at most 10) best
// records, a record weighing (score / best score)^6: close to the steep query likelihoods of the
// model's definition, so that one clear best match is followed more than its neighbours. At most a
// quarter of the set feeds back, so tiny sets are scored by BM25F alone.
#pragma once

#include "pipeline/appraise/corpus.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace ev::appraise {

struct RelevanceOptions {
  double k1 = 1.2;
  std::array<double, kFields> boost = {2.0, 1.0, 1.0};
  std::array<double, kFields> b = {0.5, 0.75, 0.5};
  int feedback_documents = 10;
  int feedback_terms = 20;
  double feedback_steepness = 6;
  double query_share = 0.6;
};

// One value in [0, 1) per document, all 0 when the query has no words but stop words.
// `tie_break[i]` orders documents of equal score for feedback (article identities); may be empty
// for plain texts.
std::vector<double> relevance(const Corpus& corpus, std::string_view query,
                              std::span<const std::string> tie_break,
                              const RelevanceOptions& options = {});

}  // namespace ev::appraise
