#include "pipeline/workflow/feature_extraction.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;

TEST_CASE("features are a set over the records, and the same records give the same set") {
  test::Pipeline p;
  const workflow::ExtractionRequest request{
      .records = {.result_set = p.records()},
      .extraction_schema = {{"study_design", "string"}, {"phase_of_the_moon", "string"}}};
  const auto made = workflow::extract_features(p.services, request, p.ctx);
  REQUIRE(made);
  REQUIRE(made->payloads.size() == 5);
  CHECK(made->payloads[0]["extraction"]["study_design"] == "randomized controlled trial");
  CHECK(made->engine == "rules");
  REQUIRE(made->warnings.size() == 1);
  CHECK(made->warnings[0].find("no rule knows the field phase_of_the_moon") == 0);

  const auto set = workflow::load_set(p.services, made->result_set, {});
  REQUIRE(set);
  CHECK(set->stage == "features");
  CHECK(set->features[0].payload() == made->payloads[0]);
  const auto again = workflow::extract_features(p.services, request, p.ctx);
  REQUIRE(again);
  CHECK(again->result_set == made->result_set);
}

TEST_CASE("a set that is not there, and a schema that is none, are errors with their path") {
  test::Pipeline p;
  const auto no_set = workflow::extract_features(
      p.services,
      {.records = {.result_set = "rs-0123456789"}, .extraction_schema = {{"n", "number"}}}, p.ctx);
  REQUIRE_FALSE(no_set);
  CHECK(no_set.error().code == Errc::unknown_result_set);
  CHECK(no_set.error().path == "result_set");
  const auto no_schema = workflow::extract_features(
      p.services, {.records = {.result_set = p.records()}, .extraction_schema = {{"n", "poem"}}},
      p.ctx);
  REQUIRE_FALSE(no_schema);
  CHECK_FALSE(no_schema.error().problems.empty());
}
