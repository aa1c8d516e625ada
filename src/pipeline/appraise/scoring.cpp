#include "pipeline/appraise/scoring.hpp"

#include "pipeline/appraise/measure.hpp"
#include "pipeline/appraise/record_fields.hpp"
#include "pipeline/appraise/seed_profile.hpp"
#include "pipeline/appraise/stability.hpp"
#include "pipeline/appraise/study_design.hpp"
#include "pipeline/model/retraction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace ev::appraise {

namespace {

using Row = std::span<const double>;

// The values of all articles by themselves, in one block; NaN: missing.
class Values {
 public:
  Values(const std::vector<Components>& components, std::size_t criteria)
      : articles_(components.size()),
        criteria_(criteria),
        values_(articles_ * criteria, std::numeric_limits<double>::quiet_NaN()) {
    for (std::size_t i = 0; i < articles_; ++i) {
      for (const Component& component : components[i])
        values_[i * criteria + component.criterion] = component.score;
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
    const std::string_view name = wire_name(*design);
    if (*design == StudyDesign::study_protocol) gates.emplace_back(name, 0.5);
    if (is_preclinical(*design) || is_opinion(*design)) gates.emplace_back(name, 0.7);
  }
  const auto& trial = candidate.article->trial;
  if (trial && !trial->has_results) gates.emplace_back("registration without results", 0.5);
  if (candidate.article->is_preprint) gates.emplace_back("preprint", 0.9);
  const model::RetractionStatus status = candidate.article->retraction.status;
  if (model::is_void(*candidate.article)) gates.emplace_back(wire_name(status), 0.0);
  if (status == model::RetractionStatus::expression_of_concern)
    gates.emplace_back(wire_name(status), 0.5);
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

double relevance_of(const Components& components) {
  double out = 0;
  for (const Component& component : components) {
    if (component.function == "relevance") out = component.score;
  }
  return out;
}

Score combine(Components components, double total, double share, const Criteria& criteria,
              std::span<const double> weights) {
  Score score{.total = total, .components = std::move(components)};
  double present = 0;
  auto component = score.components.begin();
  for (std::size_t c = 0; c < weights.size(); ++c) {
    if (component == score.components.end() || component->criterion != c) {
      if (weights[c] > 0) score.missing.push_back(criteria.criteria[c].name);
      continue;
    }
    present += weights[c];
    component->contribution = weights[c] * component->score * share;
    ++component;
  }
  score.coverage = sum(weights) > 0 ? std::min(1.0, present / sum(weights)) : 0;
  score.confidence = score.coverage;
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

// Ranks, percentiles and the distribution of scores that come best first.
void finish_ranked(Scoring& scoring, const Criteria& criteria) {
  for (std::size_t i = 0; i < scoring.scores.size(); ++i) {
    Score& score = scoring.scores[i];
    score.rank = static_cast<int>(i) + 1;
    if (score.rank_low == 0) score.rank_low = score.rank_high = score.rank;
  }
  // The lowest first: statistics sort their values, which is soon done then.
  std::vector<double> totals = totals_of(scoring.scores);
  std::reverse(totals.begin(), totals.end());
  scoring.distribution = distribution(totals);
  if (!criteria.percentiles || totals.empty()) return;
  const auto percentiles =
      criteria.profile == Profile::seed ? seed_percentiles(totals) : mid_rank_percentiles(totals);
  for (std::size_t i = 0; i < percentiles.size(); ++i) {
    scoring.scores[percentiles.size() - 1 - i].percentile = percentiles[i];
  }
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
  std::vector<Score> sorted;
  sorted.reserve(scoring.scores.size());
  for (const std::uint32_t i : best_first(totals_of(scoring.scores),
                                          best_first(relevances(scoring.scores), order.newest))) {
    sorted.push_back(std::move(scoring.scores[i]));
  }
  scoring.scores = std::move(sorted);
  finish_ranked(scoring, criteria);
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
  const Values values(measured.components, criteria.criteria.size());
  const std::vector<double> weights = weights_of(criteria);
  const bool gated = criteria.method == Method::composite;
  std::vector<std::vector<std::pair<std::string, double>>> gates(gated ? canonical.size() : 0);
  std::vector<double> gate(canonical.size(), 1.0);
  for (std::size_t i = 0; i < gates.size(); ++i) {
    gates[i] = gates_of(canonical[i]);
    gate[i] = product(gates[i]);
  }
  const auto share_under = [&](std::size_t i, std::span<const double> moved) {
    return share_of(values.of(i), moved, criteria, gate[i]);
  };
  const auto totals_under = [&](std::span<const double> moved) {
    std::vector<double> totals(values.articles());
    for (std::size_t i = 0; i < totals.size(); ++i)
      totals[i] = total_of(values.of(i), moved, share_under(i, moved));
    return totals;
  };
  std::vector<double> relevance(canonical.size());
  for (std::size_t i = 0; i < relevance.size(); ++i)
    relevance[i] = relevance_of(measured.components[i]);
  const Positions tied = best_first(relevance, order.newest);
  std::vector<std::pair<int, int>> intervals;
  // A weight alone moves no rank.
  if (weights.size() > 1) {
    EV_TRY(intervals, rank_intervals(weights, tied, totals_under, ctx));
  }
  Scoring scoring{.warnings = std::move(measured.warnings)};
  scoring.correlations = correlate(values, criteria);
  const std::vector<double> totals = totals_under(weights);
  scoring.scores.reserve(canonical.size());
  for (const std::uint32_t i : best_first(totals, tied)) {
    scoring.scores.push_back(combine(std::move(measured.components[i]), totals[i],
                                     share_under(i, weights), criteria, weights));
    Score& score = scoring.scores.back();
    score.candidate = order.canonical[i];
    score.relevance = relevance[i];
    if (gated) score.gates = std::move(gates[i]);
    if (!intervals.empty()) std::tie(score.rank_low, score.rank_high) = intervals[i];
  }
  finish_ranked(scoring, criteria);
  return scoring;
}

}  // namespace ev::appraise
