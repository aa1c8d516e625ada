#include "pipeline/workflow/search_log.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;
using namespace ev::workflow;

TEST_CASE("A log kept with a set is found again, number by number") {
  test::Pipeline pipeline;
  std::vector<std::string> warnings;
  keep_search_log(pipeline.services, "rs-0123456789",
                  {{.service = "pubmed",
                    .asked = "zinc",
                    .sent = "zinc[tiab]",
                    .date = "2026-01-02",
                    .status = "ok",
                    .found = 90,
                    .returned = 20}},
                  warnings);
  CHECK(warnings.empty());
  const auto log = search_log_of(pipeline.services, "rs-0123456789", Context{});
  REQUIRE(log);
  REQUIRE(log->searches.size() == 1);
  CHECK(log->searches[0].sent == "zinc[tiab]");
  CHECK(log->searches[0].found == 90);
  CHECK(log->searches[0].returned == 20);
}

TEST_CASE("A set nobody searched for has no log") {
  test::Pipeline pipeline;
  const auto log = search_log_of(pipeline.services, pipeline.records(), Context{});
  REQUIRE(log);
  CHECK(log->searches.empty());
  CHECK(search_log_of(pipeline.services, "rs-0000000000", Context{})->searches.empty());
}
