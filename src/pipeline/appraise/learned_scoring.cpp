#include "pipeline/appraise/learned_scoring.hpp"

#include "pipeline/appraise/order.hpp"

#include <cstdio>

namespace ev::appraise {

namespace {

std::string moved_by(const std::pair<std::string, double>& part) {
  char number[32];
  std::snprintf(number, sizeof number, "%+.2f", part.second);
  return part.first + " " + number;
}

}  // namespace

Result<LearnedScoring> score_by_labels(std::span<const Candidate> candidates,
                                       const Criteria& criteria, std::span<const Label> labels,
                                       const LearnedModel* model, const Context& ctx) {
  Criteria summed = criteria;
  summed.method = Method::weighted_sum;
  summed.before_labels = true;
  const SetOrder order = order_of(candidates);
  EV_TRY(Scoring base, score_articles(candidates, summed, ctx, {.order = &order}));
  std::vector<const Score*> by_candidate(candidates.size());
  for (const Score& score : base.scores) by_candidate[score.candidate] = &score;

  std::vector<const model::Article*> articles;
  std::vector<std::string> identities;
  std::vector<double> prior;
  std::vector<Label> ordered_labels;
  for (const std::uint32_t i : order.canonical) {
    articles.push_back(candidates[i].article);
    identities.push_back(identity(*candidates[i].article));
    prior.push_back(by_candidate[i]->total);
    if (model == nullptr) ordered_labels.push_back(labels[i]);
  }
  EV_TRY(const Corpus corpus, Corpus::unindexed(articles, ctx));
  const LearningSet records(corpus, prior);
  LearnedScoring out{.criteria = criteria};
  out.criteria.criteria = {{.name = kLearnedComponent, .weight = 1}};
  if (model != nullptr) {
    out.model = *model;
  } else {
    EV_TRY(out.model, records.train(ordered_labels, identities, ctx));
  }
  out.scoring.warnings = std::move(base.warnings);
  const std::vector<Prediction> predictions = records.predict(out.model);
  for (std::size_t k = 0; k < order.canonical.size(); ++k) {
    const std::size_t i = order.canonical[k];
    const Prediction& p = predictions[k];
    Component component{.criterion = 0,
                        .function = kLearnedComponent,
                        .from_record = true,
                        .score = p.probability,
                        .contribution = p.probability};
    for (const auto& part : p.strongest) component.matched.push_back(moved_by(part));
    Score score{.candidate = i, .total = p.probability};
    score.components.push_back(std::move(component));
    score.relevance = by_candidate[i]->relevance;
    out.scoring.scores.push_back(std::move(score));
  }
  finish_scoring(out.scoring, order, out.criteria);
  return out;
}

}  // namespace ev::appraise
