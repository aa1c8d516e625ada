#include "pipeline/appraise/trial_preference.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;

TEST_CASE("what asks for trials") {
  CHECK(asks_for_trials("zinc randomised study"));
  CHECK(asks_for_trials("Zinc for colds: RCTs"));
  CHECK(asks_for_trials("clinical trial of zinc"));
  CHECK_FALSE(asks_for_trials("zinc for colds"));
}

TEST_CASE("trials come before other studies in people, those before essays") {
  const std::vector<model::Article> articles = {
      test::article("1", "Zinc", "Randomized to placebo, double blind."),
      test::article("2", "Zinc", "A cohort of patients."),
      test::article("3", "Zinc", "Some thoughts."),
      test::article("4", "Zinc: a review", "Randomized to placebo, double blind.")};
  std::vector<const model::Article*> pointers;
  for (const model::Article& a : articles) pointers.push_back(&a);
  std::vector<double> scores(articles.size(), 1.0);
  prefer_trials(Corpus::of(pointers, Context{}).value(), 0.5, scores);
  CHECK(scores[0] == Approx(1 - 0.5 * 0.2 * 0.3 * 0.5));
  CHECK(scores[1] == Approx(0.5 + 0.5 * 0.5 * 0.75));
  CHECK(scores[2] == Approx(0.5));
  CHECK(scores[3] == Approx(0.5 + 0.5 * (1 - 0.2 * 0.3 * 0.5) * 0.2));
}
