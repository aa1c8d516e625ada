#include "pipeline/appraise/scoring.hpp"

#include "pipeline/appraise/measure.hpp"
#include "pipeline/appraise/order.hpp"
#include "pipeline/appraise/record_fields.hpp"
#include "pipeline/appraise/seed_profile.hpp"
#include "pipeline/appraise/stability.hpp"
#include "pipeline/appraise/study_design.hpp"

#include <algorithm>
#include <numeric>

namespace ev::appraise {

namespace {

using Row = std::vector<std::optional<Component>>;

std::vector<std::pair<std::string, double>> gates_of(const Candidate& candidate) {
  std::vector<std::pair<std::string, double>> gates;
  if (const auto design = design_of(*candidate.article, candidate.features)) {
    const std::string name(design->name);
    if (name == "study protocol") gates.emplace_back(name, 0.5);
    if (name == "animal study" || name == "in vitro study" || is_opinion(*design)) {
      gates.emplace_back(name, 0.7);
    }
  }
  if (candidate.article->is_preprint) gates.emplace_back("preprint", 0.9);
  const std::string& status = candidate.article->retraction.status;
  if (status == "retracted" || status == "notice") gates.emplace_back(status, 0.0);
  if (status == "expression_of_concern") gates.emplace_back(status, 0.5);
  return gates;
}

double product(const std::vector<std::pair<std::string, double>>& gates) {
  double out = 1;
  for (const auto& [name, gate] : gates) out *= gate;
  return out;
}

double sum(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

// What a weight times a value is multiplied with to become a contribution.
double share_of(const Row& row, std::span<const double> weights, const Criteria& criteria,
                double gate) {
  double present = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (row[c]) present += weights[c];
  }
  if (!(present > 0)) return 0;
  if (criteria.method == Method::composite) return gate / sum(weights);
  return 1 / (criteria.missing == Missing::penalise ? sum(weights) : present);
}

double total_of(const Row& row, std::span<const double> weights, double share) {
  double total = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (row[c]) total += weights[c] * row[c]->score * share;
  }
  return std::clamp(total, 0.0, 1.0);
}

std::vector<double> weights_of(const Criteria& criteria) {
  std::vector<double> out;
  for (const Criterion& criterion : criteria.criteria) out.push_back(criterion.weight);
  return out;
}

// Of the row only what totals need is left.
Score combine(Row& row, const Criteria& criteria, std::span<const double> weights,
              std::vector<std::pair<std::string, double>> gates) {
  Score score;
  const double share = share_of(row, weights, criteria, product(gates));
  score.total = total_of(row, weights, share);
  double present = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (!row[c]) {
      if (weights[c] > 0) score.missing.push_back(criteria.criteria[c].name);
      continue;
    }
    present += weights[c];
    row[c]->contribution = weights[c] * row[c]->score * share;
    if (row[c]->function == "relevance") score.relevance = row[c]->score;
    score.components.push_back(std::move(*row[c]));
  }
  score.coverage = sum(weights) > 0 ? std::min(1.0, present / sum(weights)) : 0;
  score.confidence = score.coverage;
  if (criteria.method == Method::composite) score.gates = std::move(gates);
  return score;
}

std::vector<Correlation> correlate(const std::vector<Row>& rows, const Criteria& criteria) {
  std::vector<std::vector<std::optional<double>>> columns(criteria.criteria.size());
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      columns[c].push_back(row[c] ? std::optional<double>(row[c]->score) : std::nullopt);
    }
  }
  std::vector<Correlation> out;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = a + 1; b < columns.size(); ++b) {
      out.push_back(
          {criteria.criteria[a].name, criteria.criteria[b].name, pearson(columns[a], columns[b])});
    }
  }
  return out;
}

SortKey sort_key(const Score& score, const Candidate& candidate) {
  return {.score = score.total,
          .relevance = score.relevance,
          .year = model::year_of(*candidate.article).value_or(0),
          .identity = &identity(*candidate.article)};
}

Scoring score_seed_profile(std::span<const Candidate> candidates,
                           const std::vector<std::size_t>& order, const Criteria& criteria) {
  Scoring scoring;
  for (const std::size_t i : order) {
    scoring.scores.push_back(seed_score(candidates[i], criteria));
    scoring.scores.back().candidate = i;
  }
  scoring.warnings = seed_warnings(criteria);
  finish_scoring(scoring, candidates, criteria);
  return scoring;
}

}  // namespace

std::vector<std::size_t> canonical_order(std::span<const Candidate> candidates) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return identity_less(identity(*candidates[a].article), identity(*candidates[b].article));
  });
  return order;
}

void finish_scoring(Scoring& scoring, std::span<const Candidate> candidates,
                    const Criteria& criteria) {
  std::vector<SortKey> keys;
  keys.reserve(scoring.scores.size());
  for (const Score& score : scoring.scores)
    keys.push_back(sort_key(score, candidates[score.candidate]));
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranks_before(keys[a], keys[b]); });
  std::vector<Score> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move(scoring.scores[i]));
  scoring.scores = std::move(sorted);
  for (std::size_t i = 0; i < scoring.scores.size(); ++i) {
    Score& score = scoring.scores[i];
    score.rank = static_cast<int>(i) + 1;
    if (score.rank_low == 0) score.rank_low = score.rank_high = score.rank;
  }
  // The lowest first: statistics sort their values, which is soon done then.
  std::vector<double> totals;
  totals.reserve(scoring.scores.size());
  for (auto score = scoring.scores.rbegin(); score != scoring.scores.rend(); ++score) {
    totals.push_back(score->total);
  }
  scoring.distribution = distribution(totals);
  if (!criteria.percentiles || totals.empty()) return;
  const auto percentiles =
      criteria.profile == Profile::seed ? seed_percentiles(totals) : mid_rank_percentiles(totals);
  for (std::size_t i = 0; i < percentiles.size(); ++i) {
    scoring.scores[percentiles.size() - 1 - i].percentile = percentiles[i];
  }
}

Result<Scoring> score_articles(std::span<const Candidate> candidates, const Criteria& criteria,
                               const Context& ctx, const Prepared& prepared) {
  std::vector<std::size_t> order(prepared.order.begin(), prepared.order.end());
  if (order.size() != candidates.size()) order = canonical_order(candidates);
  if (criteria.profile == Profile::seed) return score_seed_profile(candidates, order, criteria);
  std::vector<Candidate> canonical;
  for (const std::size_t i : order) canonical.push_back(candidates[i]);
  EV_TRY(Measured measured, measure(canonical, criteria, ctx, prepared.corpus));
  std::vector<Row>& rows = measured.components;
  const std::vector<double> weights = weights_of(criteria);
  Scoring scoring{.warnings = std::move(measured.warnings)};
  std::vector<double> gates(canonical.size(), 1.0);
  std::vector<SortKey> keys;
  keys.reserve(canonical.size());
  scoring.scores.reserve(canonical.size());
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    auto own = criteria.method == Method::composite ? gates_of(canonical[i])
                                                    : std::vector<std::pair<std::string, double>>{};
    gates[i] = product(own);
    scoring.scores.push_back(combine(rows[i], criteria, weights, std::move(own)));
    scoring.scores.back().candidate = order[i];
    keys.push_back(sort_key(scoring.scores.back(), canonical[i]));
  }
  std::vector<std::pair<int, int>> intervals;
  // A weight alone moves no rank.
  if (weights.size() > 1) {
    const auto totals_under = [&](std::span<const double> moved) {
      std::vector<double> totals;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        totals.push_back(total_of(rows[i], moved, share_of(rows[i], moved, criteria, gates[i])));
      }
      return totals;
    };
    EV_TRY(intervals, rank_intervals(weights, std::move(keys), totals_under, ctx));
  }
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    scoring.scores[i].rank_low = intervals[i].first;
    scoring.scores[i].rank_high = intervals[i].second;
  }
  scoring.correlations = correlate(rows, criteria);
  finish_scoring(scoring, candidates, criteria);
  return scoring;
}

}  // namespace ev::appraise
