#include "pipeline/synthesis/effect_size.hpp"

#include "support/catch.hpp"

#include <cmath>

using namespace ev::synthesis;

TEST_CASE("Counts that cannot be are refused by name") {
  const auto problem = [](Counts counts, Measure measure = Measure::odds_ratio) {
    const auto effect = effect_of(measure, counts);
    return effect ? std::string("accepted") : effect.error().message;
  };
  CHECK(problem({5, 4, 1, 10}) == "the intervention arm has more events than participants");
  CHECK(problem({-1, 4, 1, 10}) == "the intervention arm has a negative number of events");
  CHECK(problem({1, 4, 1, 0}) == "the comparator arm has no participants");
  CHECK(problem({0, 4, 0, 10}) == "no events in either arm");
  CHECK(problem({4, 4, 10, 10}) == "an event in every participant of both arms");
  CHECK(problem({0, 4, 0, 10}, Measure::risk_difference) == "accepted");
  CHECK(problem({1, 4, 1, 10}, Measure::mean_difference) == "MD is not computed from events");
}

TEST_CASE("A zero cell adds one half to each cell of its study, and says so") {
  const auto effect = effect_of(Measure::odds_ratio, Counts{0, 10, 3, 10});
  REQUIRE(effect);
  CHECK(effect->corrected);
  CHECK(effect->y == Approx(std::log(0.5 * 7.5 / (10.5 * 3.5))));
  const auto plain = effect_of(Measure::odds_ratio, Counts{2, 10, 3, 10});
  REQUIRE(plain);
  CHECK_FALSE(plain->corrected);
  CHECK(plain->y == Approx(std::log(2.0 * 7 / (8 * 3))));
}

TEST_CASE("Means need people and a spread") {
  const auto problem = [](Moments moments) {
    const auto effect = effect_of(Measure::mean_difference, moments);
    return effect ? std::string("accepted") : effect.error().message;
  };
  CHECK(problem({1, 1, 10, 2, -1, 10}) == "the comparator arm has no positive standard deviation");
  CHECK(problem({1, 1, 1, 2, 1, 10}) == "the intervention arm has fewer than two participants");
  CHECK(problem({1, 1, 10, 2, 1, 10}) == "accepted");
}

TEST_CASE("A stated interval gives the standard error on the scale of the measure") {
  const auto ratio = effect_of(Measure::hazard_ratio, Interval{0.8, 0.64, 1.0});
  REQUIRE(ratio);
  CHECK(ratio->y == Approx(std::log(0.8)));
  CHECK(std::sqrt(ratio->v) == Approx((std::log(1.0) - std::log(0.64)) / (2 * 1.959964)));
  const auto difference = effect_of(Measure::mean_difference, Interval{-2, -4, 0, 0.9});
  REQUIRE(difference);
  CHECK(std::sqrt(difference->v) == Approx(4 / (2 * 1.644854)));
}

TEST_CASE("Intervals that cannot be are refused by name") {
  const auto problem = [](Interval interval) {
    const auto effect = effect_of(Measure::odds_ratio, interval);
    return effect ? std::string("accepted") : effect.error().message;
  };
  CHECK(problem({0.5, 0.6, 0.9}) == "the confidence interval does not contain the estimate");
  CHECK(problem({0.5, 0.5, 0.5}) == "the confidence interval has no width");
  CHECK(problem({0.5, 0, 0.9}) == "a limit of the confidence interval of a ratio is not positive");
  CHECK(problem({0.5, 0.2, 0.9, 95}) == "the confidence level is not between 0 and 1");
}

TEST_CASE("Measures have one name each") {
  for (const char* name : {"OR", "RR", "RD", "HR", "MD", "SMD", "generic"}) {
    REQUIRE(parse_measure(name));
    CHECK(to_string(*parse_measure(name)) == name);
  }
  CHECK_FALSE(parse_measure("odds"));
}
