#include "pipeline/sources/clinicaltrials_results.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

using namespace ev;
using namespace ev::sources;

TEST_CASE("posted numbers are numbers or nothing") {
  CHECK(posted_number("12.5") == 12.5);
  CHECK(posted_number(" -0.4 ") == -0.4);
  CHECK(posted_number("1,204") == 1204);
  for (const char* none : {"NA", "<0.1", "", "12 of 40", "nan", "inf", "1e999"}) {
    CHECK_FALSE(posted_number(none));
  }
}

TEST_CASE("results come with their groups, counts and analyses as posted") {
  const auto got = parse_registry_results(test::fixture("clinicaltrials/results.json"));
  REQUIRE(got);
  CHECK(got->study.id == "NCT09990001");
  REQUIRE(got->outcomes.size() == 4);
  const OutcomeMeasure& pain = got->outcomes[0];
  CHECK(pain.title == "Change in Pain > 4 Points");
  CHECK(pain.param == "LEAST_SQUARES_MEAN");
  CHECK(pain.dispersion == "Standard Error");
  REQUIRE(pain.groups.size() == 3);
  CHECK(pain.groups[1].title == "Balm 20 mg");
  REQUIRE(pain.counts.size() == 3);
  CHECK(pain.counts[2].count == "41");
  REQUIRE(pain.analyses.size() == 1);
  CHECK(pain.analyses[0].value == "1.5");
  CHECK(pain.analyses[0].non_inferiority == "NON_INFERIORITY");
  REQUIRE(got->adverse_groups.size() == 2);
  CHECK(got->serious[1].affected == 3);
  CHECK(got->serious[1].at_risk == 42);
  REQUIRE(got->adverse_events.size() == 2);
  CHECK(got->adverse_events[0].serious);
  CHECK(got->adverse_events[1].groups[0].affected == 9);
  CHECK(got->baseline.front().group == "Balm 10 mg");
}

TEST_CASE("a study without results, and what is no study, are errors of their own") {
  const auto none = parse_registry_results(
      R"({"protocolSection":{"identificationModule":{"nctId":"NCT09990002"}},"hasResults":false})");
  REQUIRE_FALSE(none);
  CHECK(none.error().code == Errc::not_found);
  CHECK(parse_registry_results("{}").error().code == Errc::upstream_changed);
  CHECK(parse_registry_results("[").error().code == Errc::upstream_changed);
  const auto posted = parse_posted_results(
      R"({"studies":[{"protocolSection":{"identificationModule":{"nctId":"NCT09990001"}},)"
      R"("hasResults":true},{"protocolSection":{"identificationModule":{"nctId":"NCT09990002"}},)"
      R"("hasResults":false}]})");
  REQUIRE(posted);
  CHECK(*posted == std::vector<std::string>{"NCT09990001"});
}
