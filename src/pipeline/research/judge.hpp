// The judge of a round: is the evidence sufficient, and if not, what is missing? Two scores of
// 0-10, each a sum of criteria that are counted from the records and stated with their points, so
// that a reader can check them. No criterion is an opinion.
//
// Mechanism, for the leading hypothesis (best status, then confidence, then order):
//   chain 2: half a point for each of drug, target, pathway, effect that a sentence states
//   stated 2: share of its links that a record supports as a finding
//   independent 2: share of its links that two independent groups support
//   in living organisms 1: share of its links supported in animals or people
//   in people 1: share of its links supported in people
//   tested 2: share of its links searched for and against and neither contested nor refuted
// Clinical, over the records of the question's own search that stand:
//   human studies 2: one for the first, two from three on
//   controlled trials 3: two for the first, three from two on
//   syntheses 2: a systematic review or meta-analysis
//   registered 1: a trial on the question is registered
//   direction 2: share of the records in people that state the effect of the drug as the hypothesis
//   has it, of those that state it either way
// Of a clinical question only the clinical score is made; its direction is the share of the records
// with a result that are on the answer's side. Sufficient: 6 or more, and the answer is supported
// or refuted with at least moderate certainty. Sufficient where a mechanism is asked for: both
// scores 6 or more, the leading hypothesis is supported, one of its links at least by more than the
// name of a drug class, and each was searched for and against; and what the drug does to the effect
// is neither contested nor refuted. Thread rule: pure functions.
#pragma once

#include "pipeline/research/asked.hpp"
#include "pipeline/research/facts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::research {

inline constexpr double kEnough = 6;  // of 10, in both scores

struct Criterion {
  std::string score;  // mechanism | clinical
  std::string name;
  double points = 0;
  double of = 0;
  std::string basis;  // the counts that gave the points
};
template <class V>
void describe(V& v, Criterion& c) {
  v("score", c.score);
  v("name", c.name);
  v("points", c.points);
  v("of", c.of);
  v("basis", c.basis);
}

struct Judgement {
  std::optional<double> mechanism_score;  // where a mechanism is asked for
  double clinical_score = 0;
  bool sufficient = false;
  std::string reason;   // one sentence
  std::string leading;  // hypothesis_id, "" without one
  std::vector<Criterion> criteria;
  std::vector<std::string> missing;
  std::vector<std::string> next_queries;  // most needed first
};
template <class V>
void describe(V& v, Judgement& j) {
  v("mechanism_score", j.mechanism_score);
  v("clinical_score", j.clinical_score);
  v("sufficient", j.sufficient);
  v("reason", j.reason);
  v("leading", j.leading);
  v("criteria", j.criteria);
  v("missing", j.missing);
  v("next_queries", j.next_queries);
}

// nullptr when there is none.
const HypothesisFacts* leading(const std::vector<HypothesisFacts>& hypotheses);

// `subject`: the question in few words, for next queries. `searched`: queries run, so that a link
// counts as tested only when both its searches were made.
Judgement judge(const Findings& findings, Rubric rubric, const std::string& subject,
                const std::vector<std::string>& searched);

}  // namespace ev::research
