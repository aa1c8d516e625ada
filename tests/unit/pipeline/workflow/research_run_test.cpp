// The stage of a research run: what it refuses, and that it hands the finished run to whoever tells
// it. Whole runs on the built-in sample are tests/unit/tools/run_research_test.cpp's.
#include "pipeline/workflow/research_run.hpp"

#include "support/catch.hpp"
#include "support/sample_program.hpp"
#include "support/tool_services.hpp"

using namespace ev;
using workflow::ResearchRequest;

namespace {

store::RunReport no_report(const workflow::FinishedRun& run) {
  throw std::logic_error("a report on " + run.run_id + " was not to be made");
}

Error refused(test::ToolServices& bench, const ResearchRequest& request) {
  workflow::WorkingSets working;
  const auto run = workflow::research_run(bench.services, working, request, no_report, bench.ctx);
  REQUIRE_FALSE(run);
  return run.error();
}

}  // namespace

TEST_CASE("a run that cannot be begun or gone on with is refused, and nothing is kept of it") {
  test::ToolServices bench;
  const Error unknown = refused(bench, {.question = "Does tea help?", .run_id = "run-none"});
  CHECK(unknown.code == Errc::not_found);
  CHECK(unknown.path == "run_id");

  const Error small = refused(bench, {.question = "Does tea help?", .max_requests = 1});
  CHECK(small.code == Errc::invalid_argument);
  CHECK(small.path == "max_requests");

  ResearchRequest endpoint{.question = "Does tea help?"};
  endpoint.model.engine = "endpoint";
  CHECK(refused(bench, endpoint).message == llm::no_model_configured().message);
  CHECK(bench.services.runs.list(10)->empty());
}

TEST_CASE("a finished run is told once and then taken from the store") {
  test::SampleProgram sample;
  const workflow::Services& services = sample.program().services();
  workflow::WorkingSets working;
  Context ctx{.clock = &services.clock, .tag = "test"};
  const ResearchRequest request{
      .question = "metformin alzheimer", .max_rounds = 1, .timeout_s = 280, .as_of = "2026-11-21"};
  int told = 0;
  std::size_t hypotheses = 0;
  const auto tell = [&](const workflow::FinishedRun& run) {
    ++told;
    hypotheses = run.whole.assessment.hypotheses.size();
    CHECK(run.state.options.question == "metformin alzheimer");
    CHECK_FALSE(run.ranked.articles.empty());
    return store::RunReport{.answer = "{}", .html = "<p>" + run.run_id + "</p>", .markdown = "m"};
  };
  const auto first = workflow::research_run(services, working, request, tell, ctx);
  REQUIRE(first);
  REQUIRE(first->report);
  CHECK(first->report->html == "<p>" + first->run_id + "</p>");
  CHECK(hypotheses > 0);

  const auto again = workflow::research_run(services, working, request, tell, ctx);
  REQUIRE(again);
  CHECK(again->run_id == first->run_id);
  REQUIRE(again->report);
  CHECK(again->report->markdown == "m");
  CHECK(told == 1);

  ResearchRequest other = request;
  other.question = "tea";
  other.run_id = first->run_id;
  const auto wrong = workflow::research_run(services, working, other, tell, ctx);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().path == "question");
}
