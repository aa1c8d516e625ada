#include "pipeline/synthesis/soundness.hpp"

#include "pipeline/synthesis/synthesis.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::synthesis;

namespace {

StudyResult counted(double events, double n, double events_comparator, double n_comparator) {
  StudyResult s{.id = "1", .label = "Trial 1", .outcome = "cramps", .randomized = true};
  s.intervention = {.name = "tea", .n = n, .events = events};
  s.comparator = {.name = "water", .n = n_comparator, .events = events_comparator};
  return s;
}

StudyResult with(StudyResult s, Measure measure, Interval interval) {
  s.effect = StatedEffect{measure, interval};
  return s;
}

bool is_contradiction(const StudyResult& s) {
  return why_unsound(s).find("goes the other way than its own arms") != std::string::npos;
}

}  // namespace

TEST_CASE("A stated effect that goes the other way than its own arms is unsound") {
  const StudyResult doubled = counted(40, 100, 20, 100);
  CHECK(why_unsound(with(doubled, Measure::risk_ratio, {0.5, 0.3, 0.8})) ==
        "the RR stated, 0.5, goes the other way than its own arms, which give 2");
  CHECK(is_contradiction(with(doubled, Measure::odds_ratio, {0.38, 0.2, 0.7})));
  CHECK(is_contradiction(with(doubled, Measure::hazard_ratio, {0.5, 0.3, 0.8})));
  CHECK(is_contradiction(with(doubled, Measure::risk_difference, {-0.2, -0.32, -0.08})));
  CHECK(is_contradiction(with(doubled, Measure::risk_difference, {-20, -32, -8})));
  // Small: turned round all the same.
  CHECK(is_contradiction(with(counted(4, 20, 2, 20), Measure::risk_ratio, {0.5, 0.1, 2.4})));
  StudyResult means{.id = "1", .label = "Trial 1", .outcome = "pain"};
  means.intervention = {.name = "tea", .n = 50, .mean = 3, .sd = 1};
  means.comparator = {.name = "water", .n = 50, .mean = 5, .sd = 1};
  CHECK(is_contradiction(with(means, Measure::mean_difference, {2, 1.6, 2.4})));
  CHECK(why_unsound(with(means, Measure::mean_difference, {-2, -2.4, -1.6})).empty());
}

TEST_CASE("What adjustment and rounding do is no contradiction") {
  CHECK(
      why_unsound(with(counted(20, 100, 40, 100), Measure::risk_ratio, {0.62, 0.4, 0.95})).empty());
  CHECK(
      why_unsound(with(counted(22, 100, 20, 100), Measure::odds_ratio, {0.93, 0.5, 1.8})).empty());
  CHECK(why_unsound(with(counted(20, 100, 20, 100), Measure::risk_ratio, {0.9, 0.5, 1.6})).empty());
  CHECK(
      why_unsound(with(counted(20, 101, 20, 100), Measure::risk_ratio, {1.01, 0.6, 1.8})).empty());
  // More survivors, and a lower hazard of death.
  StudyResult survivors = with(counted(80, 100, 60, 100), Measure::hazard_ratio, {0.5, 0.3, 0.8});
  survivors.outcome = "Overall survival";
  CHECK(why_unsound(survivors).empty());
  CHECK(why_unsound(with(StudyResult{.id = "1"}, Measure::risk_ratio, {0.5, 0.3, 0.8})).empty());
}

TEST_CASE("An interval that does not hold its estimate, and more events than people, are unsound") {
  const StudyResult plain = counted(20, 100, 40, 100);
  for (const Interval& interval :
       {Interval{0.5, 0.6, 0.9}, Interval{0.95, 0.6, 0.9}, Interval{0.7, 0.9, 0.6}}) {
    CHECK(why_unsound(with(plain, Measure::risk_ratio, interval)) ==
          "the confidence interval does not contain the estimate");
  }
  CHECK_FALSE(why_unsound(with(plain, Measure::hazard_ratio, {0.5, -0.1, 0.9})).empty());
  CHECK(why_unsound(counted(101, 100, 40, 100)) ==
        "the intervention arm has more events than participants");
  CHECK(why_unsound(plain).empty());
  StudyResult without_n = plain;
  without_n.comparator.n.reset();
  CHECK(why_unsound(without_n).empty());
}

TEST_CASE("An unsound study is left out by its reason and shows no direction") {
  const StudyResult sound = counted(20, 100, 40, 100);
  StudyResult broken = with(counted(5, 50, 6, 50), Measure::hazard_ratio, {0.7, 0.8, 0.9});
  broken.id = "2";
  StudyResult turned = with(counted(40, 100, 20, 100), Measure::risk_ratio, {0.5, 0.3, 0.8});
  turned.id = "3";
  StudyResult hazard{.id = "4", .label = "Trial 4", .outcome = "cramps", .randomized = true};
  hazard = with(hazard, Measure::hazard_ratio, {0.7, 0.5, 0.98});
  auto made =
      synthesize({sound, broken, turned, hazard}, {.measure = Measure::risk_ratio}, Context{});
  REQUIRE(made);
  CHECK(made->studies.size() == 1);
  REQUIRE(made->not_poolable.size() == 3);
  CHECK(made->not_poolable[0].reason == "the confidence interval does not contain the estimate");
  CHECK(made->not_poolable[0].unsound);
  CHECK(made->not_poolable[1].unsound);
  CHECK_FALSE(made->not_poolable[2].unsound);
  // The sound one and the hazard ratio, which is merely of another measure.
  CHECK(made->directions.lower == 2);
  CHECK(made->directions.higher == 0);
}

TEST_CASE("A study that is left out twice shows its direction once") {
  StudyResult first{.id = "1", .label = "Trial 1", .outcome = "cramps"};
  first.intervention = {.name = "tea", .percent = 10};
  first.comparator = {.name = "water", .percent = 30};
  StudyResult again = first;
  again.time = "4 weeks";
  StudyResult counts = counted(5, 40, 9, 41);
  counts.id = "2";
  auto made = synthesize({first, again, counts}, {}, Context{});
  REQUIRE(made);
  CHECK(made->directions.lower == 2);
}
