#include "pipeline/workflow/registry_results.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <algorithm>

using namespace ev;
using synthesis::StudyResult;

namespace {

std::vector<StudyResult> rows() {
  const auto got = sources::parse_registry_results(test::fixture("clinicaltrials/results.json"));
  REQUIRE(got);
  return workflow::registry_results(*got);
}

const StudyResult& row(const std::vector<StudyResult>& all, const std::string& outcome,
                       const std::string& intervention) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const StudyResult& r) {
    return r.outcome == outcome && r.intervention.name == intervention;
  });
  REQUIRE(it != all.end());
  return *it;
}

}  // namespace

TEST_CASE("every dose stands against the placebo group") {
  const auto all = rows();
  const StudyResult& low = row(all, "Change in Pain > 4 Points", "Balm 10 mg");
  CHECK(low.comparator.name == "Placebo Balm");
  CHECK(low.comparator.n == 41);
  CHECK(low.intervention.mean == -2.0);
  CHECK(low.intervention.se == 0.5);
  CHECK(low.randomized);
  CHECK(low.origin == synthesis::Origin::registry);
  CHECK(low.place == "NCT09990001, outcome measure 1");
  CHECK_FALSE(low.effect);
  CHECK(low.registrations == std::vector<std::string>{"NCT09990001"});
}

TEST_CASE("an effect stated of placebo against the drug is turned round and said to be") {
  const auto all = rows();
  const StudyResult& high = row(all, "Change in Pain > 4 Points", "Balm 20 mg");
  REQUIRE(high.effect);
  CHECK(high.effect->measure == synthesis::Measure::mean_difference);
  CHECK(high.effect->interval.estimate == -1.5);
  CHECK(high.effect->interval.low == -2.8);
  CHECK(high.effect->interval.high == -0.2);
  CHECK(high.method.find("turned round") != std::string::npos);
  CHECK(high.method.find("non inferiority") != std::string::npos);
  CHECK(high.quote.find("1.5 (95% CI 0.2 to 2.8)") != std::string::npos);
}

TEST_CASE("counts are events by category; other kinds of means and missing values give no row") {
  const auto all = rows();
  const StudyResult& yes = row(all, "Responders: Yes", "Balm 20 mg");
  CHECK(yes.intervention.events == 30);
  CHECK(yes.intervention.n == 42);
  CHECK(yes.comparator.events == 12);
  const auto named = [&](const std::string& outcome) {
    return std::count_if(all.begin(), all.end(),
                         [&](const StudyResult& r) { return r.outcome == outcome; });
  };
  CHECK(named("Knee Volume") == 0);
  CHECK(named("Days to Walking: Stairs") == 0);
}

TEST_CASE("quartiles keep their own people, those who changed over are no group") {
  const auto all = rows();
  const StudyResult& days = row(all, "Days to Walking: Outdoors", "Balm 20 mg");
  CHECK(days.intervention.median == 9);
  CHECK(days.intervention.q1 == 6);
  CHECK(days.intervention.q3 == 14);
  CHECK(days.intervention.n == 40);
  CHECK(days.comparator.name == "Placebo Balm");
  for (const StudyResult& r : all) CHECK(r.intervention.name.find("->") == std::string::npos);
}

TEST_CASE("adverse events are of each arm's people, impossible ones are left out") {
  const auto all = rows();
  const StudyResult& serious = row(all, "Serious adverse events", "Balm 20 mg");
  CHECK(serious.intervention.events == 1);
  CHECK(serious.comparator.events == 3);
  CHECK(serious.comparator.n == 42);
  CHECK(row(all, "Fall (serious adverse event)", "Balm 20 mg").comparator.events == 2);
  // 50 affected of 42; deaths of one group are not told.
  for (const StudyResult& r : all) {
    CHECK(r.outcome != "Rash (adverse event)");
    CHECK(r.outcome != "All-cause mortality");
  }
}
