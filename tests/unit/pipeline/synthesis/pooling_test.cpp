#include "pipeline/synthesis/pooling.hpp"

#include "pipeline/synthesis/direction_count.hpp"
#include "pipeline/synthesis/sensitivity.hpp"
#include "pipeline/synthesis/small_study.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <vector>

using namespace ev::synthesis;

TEST_CASE("One study is its own estimate, without a prediction interval") {
  const std::vector<Effect> one = {{0.5, 0.04}};
  const auto pooled = pool(one, {});
  REQUIRE(pooled);
  CHECK(pooled->estimate == 0.5);
  CHECK(pooled->se == Approx(0.2));
  CHECK(pooled->tau2 == 0);
  CHECK(pooled->q_p == 1);
  CHECK_FALSE(pooled->prediction);
  CHECK(pooled->weights == std::vector<double>{100});
  const auto refused = pool(one, {.interval = IntervalMethod::hksj});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "the interval hksj needs two studies or more");
}

TEST_CASE("What cannot be pooled is an error with its reason") {
  const auto problem = [](const std::vector<Effect>& effects) {
    const auto pooled = pool(effects, {});
    return pooled ? std::string("pooled") : pooled.error().message;
  };
  CHECK(problem({}) == "no studies to pool");
  CHECK(problem({{1, 0}, {2, 1}}) == "a sampling variance is not positive");
  CHECK(problem({{NAN, 1}}) == "an estimate is not a finite number");
}

TEST_CASE("Weights add up to 100 and follow precision") {
  const std::vector<Effect> effects = {{0.1, 0.01}, {0.3, 0.04}, {-0.2, 0.09}};
  for (const TauMethod method : {TauMethod::common, TauMethod::dersimonian_laird,
                                 TauMethod::paule_mandel, TauMethod::reml}) {
    const auto pooled = pool(effects, {.tau2 = method});
    REQUIRE(pooled);
    CHECK(pooled->weights[0] + pooled->weights[1] + pooled->weights[2] == Approx(100));
    CHECK(pooled->weights[0] > pooled->weights[1]);
    CHECK(pooled->weights[1] > pooled->weights[2]);
  }
}

TEST_CASE("Identical studies have no heterogeneity") {
  const std::vector<Effect> effects(5, Effect{0.3, 0.02});
  const auto pooled = pool(effects, {.interval = IntervalMethod::hksj});
  REQUIRE(pooled);
  CHECK(pooled->estimate == Approx(0.3));
  CHECK(pooled->tau2 == 0);
  CHECK(pooled->i2 == 0);
  CHECK(pooled->se == Approx(0).margin(1e-12));
}

TEST_CASE("Leaving one out leaves the others") {
  const std::vector<Effect> effects = {{0.1, 0.01}, {0.3, 0.04}, {-0.2, 0.09}};
  const auto all = leave_one_out(effects, {});
  REQUIRE(all);
  REQUIRE(all->size() == 3);
  for (std::size_t left = 0; left < 3; ++left) {
    std::vector<Effect> rest;
    for (std::size_t i = 0; i < 3; ++i) {
      if (i != left) rest.push_back(effects[i]);
    }
    CHECK((*all)[left].estimate == pool(rest, {})->estimate);
  }
  CHECK_FALSE(leave_one_out(std::vector<Effect>{{1, 1}}, {}));
}

TEST_CASE("Subgroups are pooled by themselves and compared") {
  const std::vector<Effect> effects = {{0.0, 0.01}, {0.1, 0.01}, {1.0, 0.01}, {1.1, 0.01}};
  const std::vector<std::size_t> groups = {0, 0, 1, 1};
  const auto test = compare_subgroups(effects, groups, {.tau2 = TauMethod::common});
  REQUIRE(test);
  REQUIRE(test->groups.size() == 2);
  CHECK(test->groups[0].estimate == Approx(0.05));
  CHECK(test->groups[1].estimate == Approx(1.05));
  CHECK(test->df == 1);
  CHECK(test->q == Approx(1.0 / (0.005 + 0.005)));
  CHECK(test->p < 1e-10);
}

TEST_CASE("Directions are counted with an exact sign test") {
  const DirectionCount count = count_directions(9, 1, 3);
  CHECK(count.p == Approx(0.021484375));
  CHECK(count_directions(0, 0, 5).p == 1);
  CHECK(count_directions(3, 3, 0).p == 1);
}

TEST_CASE("Tests of small studies need three studies whose errors differ") {
  const std::vector<Effect> two = {{0.1, 0.01}, {0.3, 0.04}};
  CHECK(egger(two).error().message == "the test needs three studies or more");
  const std::vector<Effect> alike(4, Effect{0.3, 0.02});
  CHECK(egger(alike).error().message == "the moderator does not vary");
}

TEST_CASE("Trim and fill mirrors what one side lacks") {
  // Small studies only on the right: their mirror images are missing.
  const std::vector<Effect> lopsided = {{0.0, 0.01}, {0.02, 0.01}, {-0.02, 0.01}, {0.5, 0.1},
                                        {0.7, 0.15}, {0.9, 0.2},   {1.1, 0.3}};
  const auto filled = trim_and_fill(lopsided, {.tau2 = TauMethod::common});
  REQUIRE(filled);
  CHECK(filled->on_the_left);
  CHECK(filled->filled > 0);
  CHECK(filled->imputed.size() == filled->filled);
  CHECK(filled->pooled.k == lopsided.size() + filled->filled);
  CHECK(filled->pooled.estimate < pool(lopsided, {.tau2 = TauMethod::common})->estimate);
}
