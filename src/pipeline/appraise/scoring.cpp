#include "pipeline/appraise/scoring.hpp"

#include "pipeline/appraise/measure.hpp"
#include "pipeline/appraise/record_fields.hpp"
#include "pipeline/appraise/seed_profile.hpp"
#include "pipeline/appraise/stability.hpp"
#include "pipeline/appraise/study_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ev::appraise {

namespace {

using Row = std::span<const double>;

// The values of all articles by themselves, in one block; NaN: missing.
class Values {
 public:
  Values(const Components& components, std::size_t articles, std::size_t criteria)
      : articles_(articles),
        criteria_(criteria),
        values_(articles * criteria, std::numeric_limits<double>::quiet_NaN()) {
    for (std::size_t i = 0; i < articles; ++i) {
      const auto row = components[i];
      for (std::size_t c = 0; c < criteria; ++c) {
        if (row[c]) values_[i * criteria + c] = row[c]->score;
      }
    }
  }
  std::size_t articles() const { return articles_; }
  Row of(std::size_t article) const { return Row(values_).subspan(article * criteria_, criteria_); }
  std::vector<std::optional<double>> column(std::size_t criterion) const {
    std::vector<std::optional<double>> out(articles_);
    for (std::size_t i = 0; i < articles_; ++i) {
      if (const double value = of(i)[criterion]; !std::isnan(value)) out[i] = value;
    }
    return out;
  }

 private:
  std::size_t articles_;
  std::size_t criteria_;
  std::vector<double> values_;
};

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
double share_of(Row row, std::span<const double> weights, const Criteria& criteria, double gate) {
  double present = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (!std::isnan(row[c])) present += weights[c];
  }
  if (!(present > 0)) return 0;
  if (criteria.method == Method::composite) return gate / sum(weights);
  return 1 / (criteria.missing == Missing::penalise ? sum(weights) : present);
}

double total_of(Row row, std::span<const double> weights, double share) {
  double total = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (!std::isnan(row[c])) total += weights[c] * row[c] * share;
  }
  return std::clamp(total, 0.0, 1.0);
}

std::vector<double> weights_of(const Criteria& criteria) {
  std::vector<double> out;
  for (const Criterion& criterion : criteria.criteria) out.push_back(criterion.weight);
  return out;
}

// The components are moved out of their cells.
Score combine(std::span<Components::Cell> row, Row values, const Criteria& criteria,
              std::span<const double> weights, std::vector<std::pair<std::string, double>> gates) {
  Score score;
  const double share = share_of(values, weights, criteria, product(gates));
  score.total = total_of(values, weights, share);
  double present = 0;
  score.components.reserve(row.size());
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

std::vector<Correlation> correlate(const Values& values, const Criteria& criteria) {
  std::vector<std::vector<std::optional<double>>> columns;
  for (std::size_t c = 0; c < criteria.criteria.size(); ++c) columns.push_back(values.column(c));
  std::vector<Correlation> out;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = a + 1; b < columns.size(); ++b) {
      out.push_back(
          {criteria.criteria[a].name, criteria.criteria[b].name, pearson(columns[a], columns[b])});
    }
  }
  return out;
}

std::vector<const model::Article*> articles_of(std::span<const Candidate> candidates) {
  std::vector<const model::Article*> out;
  out.reserve(candidates.size());
  for (const Candidate& candidate : candidates) out.push_back(candidate.article);
  return out;
}

std::vector<double> relevances(const std::vector<Score>& scores) {
  std::vector<double> out;
  out.reserve(scores.size());
  for (const Score& score : scores) out.push_back(score.relevance);
  return out;
}

std::vector<double> totals_of(const std::vector<Score>& scores) {
  std::vector<double> out;
  out.reserve(scores.size());
  for (const Score& score : scores) out.push_back(score.total);
  return out;
}

Scoring score_seed_profile(std::span<const Candidate> candidates, const SetOrder& order,
                           const Criteria& criteria) {
  Scoring scoring;
  for (const std::uint32_t i : order.canonical) {
    scoring.scores.push_back(seed_score(candidates[i], criteria));
    scoring.scores.back().candidate = i;
  }
  scoring.warnings = seed_warnings(criteria);
  finish_scoring(scoring, order, criteria);
  return scoring;
}

}  // namespace

SetOrder order_of(std::span<const Candidate> candidates) {
  SetOrder out{.canonical = by_identity(articles_of(candidates)), .newest = {}};
  std::vector<const model::Article*> articles;
  articles.reserve(candidates.size());
  for (const std::uint32_t i : out.canonical) articles.push_back(candidates[i].article);
  out.newest = newest_first(articles, positions_of(articles.size()));
  return out;
}

void finish_scoring(Scoring& scoring, const SetOrder& order, const Criteria& criteria) {
  std::vector<double> totals = totals_of(scoring.scores);
  std::vector<Score> sorted;
  sorted.reserve(totals.size());
  for (const std::uint32_t i :
       best_first(totals, best_first(relevances(scoring.scores), order.newest))) {
    sorted.push_back(std::move(scoring.scores[i]));
  }
  scoring.scores = std::move(sorted);
  for (std::size_t i = 0; i < scoring.scores.size(); ++i) {
    Score& score = scoring.scores[i];
    score.rank = static_cast<int>(i) + 1;
    if (score.rank_low == 0) score.rank_low = score.rank_high = score.rank;
  }
  // The lowest first: statistics sort their values, which is soon done then.
  totals = totals_of(scoring.scores);
  std::reverse(totals.begin(), totals.end());
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
  const SetOrder made = prepared.order == nullptr ? order_of(candidates) : SetOrder{};
  const SetOrder& order = prepared.order == nullptr ? made : *prepared.order;
  if (criteria.profile == Profile::seed) return score_seed_profile(candidates, order, criteria);
  std::vector<Candidate> canonical;
  canonical.reserve(candidates.size());
  for (const std::uint32_t i : order.canonical) canonical.push_back(candidates[i]);
  EV_TRY(Measured measured, measure(canonical, criteria, ctx, prepared.corpus));
  const Values values(measured.components, canonical.size(), criteria.criteria.size());
  const std::vector<double> weights = weights_of(criteria);
  Scoring scoring{.warnings = std::move(measured.warnings)};
  std::vector<double> gates(canonical.size(), 1.0);
  scoring.scores.reserve(canonical.size());
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    auto own = criteria.method == Method::composite ? gates_of(canonical[i])
                                                    : std::vector<std::pair<std::string, double>>{};
    gates[i] = product(own);
    scoring.scores.push_back(
        combine(measured.components[i], values.of(i), criteria, weights, std::move(own)));
    scoring.scores.back().candidate = order.canonical[i];
  }
  // A weight alone moves no rank.
  if (weights.size() > 1) {
    const auto totals_under = [&](std::span<const double> moved) {
      std::vector<double> totals(values.articles());
      for (std::size_t i = 0; i < totals.size(); ++i) {
        const Row row = values.of(i);
        totals[i] = total_of(row, moved, share_of(row, moved, criteria, gates[i]));
      }
      return totals;
    };
    const Positions tied = best_first(relevances(scoring.scores), order.newest);
    EV_TRY(const auto intervals, rank_intervals(weights, tied, totals_under, ctx));
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      scoring.scores[i].rank_low = intervals[i].first;
      scoring.scores[i].rank_high = intervals[i].second;
    }
  }
  scoring.correlations = correlate(values, criteria);
  finish_scoring(scoring, order, criteria);
  return scoring;
}

}  // namespace ev::appraise
