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

namespace {

std::vector<double> factors_of(const std::vector<model::Article>& articles) {
  std::vector<const model::Article*> pointers;
  for (const model::Article& a : articles) pointers.push_back(&a);
  return trial_factors(Corpus::of(pointers, Context{}).value(), 0.5);
}

}  // namespace

TEST_CASE("trials come before other studies in people, those before essays") {
  const auto factors =
      factors_of({test::article("1", "Zinc", "Randomized to placebo, double blind."),
                  test::article("2", "Zinc", "A cohort of patients."),
                  test::article("3", "Zinc", "Some thoughts."),
                  test::article("4", "Zinc: a review", "Randomized to placebo, double blind.")});
  CHECK(factors[0] == Approx(1 - 0.5 * 0.2 * 0.3 * 0.5));
  CHECK(factors[1] == Approx(0.5 + 0.5 * 0.8 * 0.75));
  CHECK(factors[2] == Approx(0.5));
  CHECK(factors[3] == Approx(0.5 + 0.5 * (1 - 0.2 * 0.3 * 0.5) * 0.2));
}

TEST_CASE("index terms tell the design of a record without an abstract") {
  std::vector<model::Article> articles = {test::article("1", "Zinc", ""),
                                          test::article("2", "Zinc", ""),
                                          test::article("3", "Zinc in women of middle age", "")};
  articles[0].mesh_headings = {{.descriptor = "Double-Blind Method"}};
  articles[1].mesh_headings = {{.descriptor = "Female"}, {.descriptor = "Middle Aged"}};
  const auto factors = factors_of(articles);
  CHECK(factors[0] == Approx(1 - 0.5 * 0.5 * 0.4));
  CHECK(factors[1] == Approx(0.5 + 0.5 * 0.8 * (1 - 0.7 * 0.7 * 0.7)));
  CHECK(factors[2] == Approx(0.5));
}
