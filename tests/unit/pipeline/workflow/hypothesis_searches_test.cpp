#include "pipeline/workflow/hypothesis_searches.hpp"

#include "support/catch.hpp"
#include "support/tool_services.hpp"

using namespace ev;

TEST_CASE("offline the local library is searched, a repeated query once") {
  test::ToolServices t;
  t.config.offline = true;
  const std::vector<workflow::PlannedSearch> planned = {{"supporting", 0, "\"vensolane\"[tiab]"},
                                                        {"refuting", 1, "\"vensolane\"[tiab]"}};
  const auto found = workflow::run_searches(t.services, planned, 10, t.ctx);
  REQUIRE(found);
  REQUIRE(found->runs.size() == 2);
  CHECK(found->runs[0].found == 0);
  CHECK(found->runs[0].source == "local library");
  CHECK(found->runs[1].planned.link == 1);
  CHECK(found->articles.empty());
  CHECK_FALSE(found->warnings.empty());
}

TEST_CASE("when every search fails the call fails, when some do it says which") {
  test::ToolServices t;
  const std::vector<workflow::PlannedSearch> bad = {{"supporting", 0, "((("}};
  CHECK_FALSE(workflow::run_searches(t.services, bad, 10, t.ctx));
  t.config.offline = true;
  const auto mixed = workflow::run_searches(
      t.services, {{"supporting", 0, "((("}, {"refuting", 0, "vensolane[tiab]"}}, 10, t.ctx);
  REQUIRE(mixed);
  CHECK_FALSE(mixed->runs[0].error.empty());
  CHECK(mixed->runs[1].found == 0);
  CHECK(mixed->errors.size() == 1);
}

TEST_CASE("a call without time left judges what is there") {
  test::ToolServices t;
  Context late = t.ctx;
  late.deadline = t.clock.now() + std::chrono::seconds(1);
  const auto found =
      workflow::run_searches(t.services, {{"supporting", 0, "vensolane[tiab]"}}, 10, late);
  REQUIRE(found);
  CHECK_FALSE(found->runs[0].found);
  CHECK_FALSE(found->runs[0].error.empty());
}
