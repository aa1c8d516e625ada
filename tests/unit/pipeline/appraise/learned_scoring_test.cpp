#include "pipeline/appraise/learned_scoring.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;
using namespace ev::appraise;

namespace {

struct Screening {
  std::vector<model::Article> articles;
  std::vector<Label> labels;
  Criteria criteria = test::criteria({{"relevance", 1}});

  Screening() {
    criteria.method = Method::ml_model;
    criteria.query = "zinc colds";
    for (int i = 0; i < 12; ++i) {
      articles.push_back(test::article(std::to_string(50 + i),
                                       i % 3 == 0 ? "Zinc for colds" : "Knees",
                                       i % 3 == 0 ? "Placebo was given." : "Surgery was done."));
      labels.push_back(i > 5 ? Label::none : i % 3 == 0 ? Label::include : Label::exclude);
    }
  }
  LearnedScoring scored(const LearnedModel* model = nullptr) const {
    std::vector<Candidate> candidates;
    for (const model::Article& a : articles) candidates.push_back({.article = &a});
    return score_by_labels(candidates, criteria, labels, model, Context{}).value();
  }
};

}  // namespace

TEST_CASE("a learned score is one explained component, ranked like any other") {
  const Screening screening;
  const LearnedScoring learned = screening.scored();
  REQUIRE(learned.scoring.scores.size() == 12);
  REQUIRE(learned.criteria.criteria.size() == 1);
  const Score& best = learned.scoring.scores[0];
  CHECK(best.candidate % 3 == 0);
  CHECK(best.rank == 1);
  REQUIRE(best.components.size() == 1);
  CHECK(best.components[0].function == kLearnedComponent);
  CHECK(best.components[0].contribution == best.total);
  CHECK_FALSE(best.components[0].matched.empty());
  CHECK(best.percentile.has_value());
  CHECK(learned.scoring.distribution.max == best.total);
}

TEST_CASE("a stored model gives the scores it gave when it was trained, and order is no matter") {
  Screening screening;
  const LearnedScoring trained = screening.scored();
  const LearnedScoring reused = screening.scored(&trained.model);
  std::reverse(screening.articles.begin(), screening.articles.end());
  std::reverse(screening.labels.begin(), screening.labels.end());
  const LearnedScoring backward = screening.scored();
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(reused.scoring.scores[i].total == trained.scoring.scores[i].total);
    CHECK(backward.scoring.scores[i].total == trained.scoring.scores[i].total);
    CHECK(backward.scoring.scores[i].candidate == 11 - trained.scoring.scores[i].candidate);
  }
}

TEST_CASE("a model learns on relevance without wide feedback") {
  Screening screening;
  screening.criteria.query = "zinc colds trials";
  Criteria summed = screening.criteria;
  summed.method = Method::weighted_sum;
  std::vector<Candidate> candidates;
  for (const model::Article& a : screening.articles) candidates.push_back({.article = &a});
  const auto relevance_of = [&](bool before_labels) {
    summed.before_labels = before_labels;
    std::vector<double> out(candidates.size());
    const Scoring scoring = score_articles(candidates, summed, Context{}).value();
    for (const Score& s : scoring.scores) out[s.candidate] = s.relevance;
    return out;
  };
  CHECK(relevance_of(true) != relevance_of(false));
  std::vector<double> learned(candidates.size());
  for (const Score& s : screening.scored().scoring.scores) learned[s.candidate] = s.relevance;
  CHECK(learned == relevance_of(true));
}
