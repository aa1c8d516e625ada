// Scoring a set of articles by weighted criteria. Standard profile, for article i with value s in
// 0-1 and weight w per criterion (after normalisation of each criterion over the set, when asked
// for):
//
//   weighted_sum  renormalise: sum over present w*s / sum over present w
//                 penalise:    sum over present w*s / sum over all w
//   composite     (sum over present w*s / sum over all w) * gates
//   coverage      sum over present w / sum over all w
//   gates         study design: protocol 0.5; animal, in vitro, opinion 0.7 - registration without
//                 results 0.5 - preprint 0.9 - retraction: retracted or a notice 0, expression of
//                 concern 0.5
//
// so composite is the renormalised weighted sum times coverage times gates, and `missing` does not
// apply to it. Contributions add up to the total. A value is looked up in the extraction, then in
// the record. Rank interval: best and worst rank when every weight moves by 20 % up or down (all
// 2^k corners for k <= 6 criteria, 64 corners drawn by a fixed seed above that).
//
// Seed profile: seed_profile.hpp. Pure but for ctx; results never depend on the order of
// candidates.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/components.hpp"
#include "pipeline/appraise/criteria.hpp"
#include "pipeline/appraise/order.hpp"
#include "pipeline/appraise/statistics.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ev::appraise {

struct Score {
  std::size_t candidate = 0;  // index into the candidates given
  double total = 0;
  Components components;
  std::vector<std::string> missing;  // criteria with a weight that could not be valued
  std::vector<std::pair<std::string, double>> gates;  // those below 1 (composite)
  double coverage = 1;
  double confidence = 1;  // seed profile: share of criteria present
  double relevance = 0;   // of the criterion that measures it, for ties
  std::optional<double> percentile;
  int rank = 0;
  int rank_low = 0;  // best
  int rank_high = 0;
};

struct Correlation {
  std::string a, b;
  std::optional<double> r;  // nullopt: too few values or no variance
};

struct Scoring {
  std::vector<Score> scores;  // best first
  Distribution distribution;
  std::vector<Correlation> correlations;  // each pair once; none in the seed profile
  std::vector<std::string> warnings;
};

class Corpus;

// Positions of the candidates by identity, the order everything is computed in, and, counted on
// that order, of the newest first, as equals are ranked.
struct SetOrder {
  Positions canonical;
  Positions newest;
};
SetOrder order_of(std::span<const Candidate> candidates);

// What one set of records gives whatever it is asked, for callers that score it again and again.
struct Prepared {
  const SetOrder* order = nullptr;  // of the candidates; nullptr: made when needed
  const Corpus* corpus = nullptr;   // of their records in canonical order; nullptr: likewise
};

// Order, ranks, percentiles and the distribution, once every total is known; the scores come in
// canonical order.
void finish_scoring(Scoring& scoring, const SetOrder& order, const Criteria& criteria);

// check() has passed. Fails only when the call must end. ml_model is for learned_scoring.hpp.
Result<Scoring> score_articles(std::span<const Candidate> candidates, const Criteria& criteria,
                               const Context& ctx, const Prepared& prepared = {});

}  // namespace ev::appraise
