#include "pipeline/synthesis/consistency.hpp"

#include "support/catch.hpp"

using namespace ev::synthesis;

namespace {

StudyResult counted(double events, double n, double percent, double events_comparator,
                    double n_comparator, double percent_comparator) {
  StudyResult s{.id = "1", .label = "Trial 1"};
  s.intervention = {.name = "tea", .n = n, .events = events, .percent = percent};
  s.comparator = {.name = "water",
                  .n = n_comparator,
                  .events = events_comparator,
                  .percent = percent_comparator};
  return s;
}

}  // namespace

TEST_CASE("Counts and percentages bear each other out, in both arms or not at all") {
  CHECK(borne_out(counted(69, 109, 63, 25, 113, 22)) == "percentages");
  CHECK(borne_out(counted(69, 113, 63, 25, 109, 22)).empty());  // sizes exchanged
  StudyResult half = counted(69, 109, 63, 25, 113, 22);
  half.comparator.percent.reset();
  CHECK(borne_out(half).empty());
}

TEST_CASE("A stated effect bears out the arms it can be computed from") {
  StudyResult s{.id = "1"};
  s.intervention = {.name = "tea", .percent = 5.9};
  s.comparator = {.name = "water", .percent = 8.1};
  s.effect = StatedEffect{Measure::risk_ratio, {0.74, 0.6, 0.92}};
  CHECK(borne_out(s) == "stated effect");
  CHECK(borne_out(turned(s)) == "stated effect");
  std::swap(s.intervention, s.comparator);
  CHECK(borne_out(s).empty());
}

TEST_CASE("An effect that contradicts the arms leaves nothing sure, whatever the percentages say") {
  StudyResult s = counted(69, 109, 63, 25, 113, 22);
  s.effect = StatedEffect{Measure::risk_ratio, {0.35, 0.2, 0.5}};
  CHECK(borne_out(s).empty());
}

TEST_CASE("An exact P value bears out the arms whose test gives it") {
  StudyResult s{.id = "1"};
  s.intervention = {.name = "tea", .n = 40, .mean = 10, .sd = 3};
  s.comparator = {.name = "water", .n = 40, .mean = 12, .sd = 3};
  s.p_value = "P = 0.004";  // t = 2.98 with 78 degrees of freedom: 0.0038
  CHECK(borne_out(s) == "P value");
  s.p_value = "P < 0.05";
  CHECK(borne_out(s).empty());
  s.intervention.sd = 0.5;
  s.comparator.sd = 0.5;  // standard errors taken for deviations
  s.p_value = "P = 0.004";
  CHECK(borne_out(s).empty());
}

TEST_CASE("Turning a study turns its effect and what is said of its cells") {
  StudyResult s = counted(1, 10, 10, 2, 10, 20);
  s.elsewhere = {{"intervention.n", "ten had tea"}};
  s.effect = StatedEffect{Measure::mean_difference, {-1, -2, 0.5}};
  const StudyResult t = turned(s);
  CHECK(t.intervention.name == "water");
  CHECK(t.elsewhere[0].cell == "comparator.n");
  CHECK(t.effect->interval.estimate == 1);
  CHECK(t.effect->interval.low == -0.5);
  CHECK(t.effect->interval.high == 2);
}
