#include "store/sql_runs.hpp"

#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"
#include "support/temp_dir.hpp"

using ev::store::HypothesisVersion;
using ev::store::RunHead;
using ev::store::RunReport;
using ev::store::RunStep;

namespace {

RunHead head(const std::string& id) {
  return {.run_id = id, .question = "does it help?", .options = "{}"};
}

}  // namespace

TEST_CASE("a run is its steps in order, and finished once its report is there") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  auto& clock = shelf.clock;
  auto& store = shelf.store;
  auto& runs = store.runs;
  CHECK_FALSE((*runs.get("run-1")).has_value());
  REQUIRE(runs.start(head("run-1")));
  const auto started = (*runs.get("run-1"))->head;
  clock.advance(std::chrono::seconds(9));
  REQUIRE(runs.start(head("run-1")));
  CHECK((*runs.get("run-1"))->head == started);
  REQUIRE(runs.append("run-1", 0, {"search", R"({"a":1})"}, {}));
  REQUIRE(runs.append("run-1", 1, {"judge", "{}"}, {}));
  const auto run = *runs.get("run-1");
  REQUIRE(run);
  CHECK(run->steps == std::vector<RunStep>{{"search", R"({"a":1})"}, {"judge", "{}"}});
  CHECK_FALSE(run->head.finished);
  CHECK(run->head.updated_at == started.created_at + 9);
  CHECK_FALSE((*runs.report("run-1")).has_value());
  const RunReport report{.answer = "{}", .html = "<html>", .markdown = "# x"};
  REQUIRE(runs.finish("run-1", 2, {"report", "{}"}, report));
  CHECK(**runs.report("run-1") == report);
  CHECK((*runs.get("run-1"))->head.finished);
  CHECK((*runs.list(5)).size() == 1);
}

TEST_CASE("a step is never doubled and never replaced") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  auto& store = shelf.store;
  auto& runs = store.runs;
  CHECK(runs.append("run-1", 0, {"search", "{}"}, {}).error().code == ev::Errc::not_found);
  REQUIRE(runs.start(head("run-1")));
  REQUIRE(runs.append("run-1", 0, {"search", "{}"}, {}));
  CHECK(runs.append("run-1", 0, {"search", "{}"}, {}));
  CHECK_FALSE(runs.append("run-1", 0, {"search", R"({"other":1})"}, {}));
  CHECK_FALSE(runs.append("run-1", 2, {"judge", "{}"}, {}));
  CHECK((*runs.get("run-1"))->steps.size() == 1);
}

TEST_CASE("a step that is refused leaves no hypothesis behind; a version is kept once") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  auto& store = shelf.store;
  auto& runs = store.runs;
  REQUIRE(runs.start(head("run-1")));
  const std::vector<HypothesisVersion> first = {{"hyp-1", R"({"v":1})"}};
  const std::vector<HypothesisVersion> second = {{"hyp-1", R"({"v":2})"}};
  CHECK_FALSE(runs.append("run-1", 5, {"test", "{}"}, first));
  CHECK(runs.hypotheses("hyp-1")->empty());
  REQUIRE(runs.append("run-1", 0, {"test", "{}"}, first));
  REQUIRE(runs.append("run-1", 1, {"test", "{}"}, second));
  REQUIRE(runs.append("run-1", 2, {"test", "{}"}, first));
  CHECK(*runs.hypotheses("hyp-1") ==
        std::vector<HypothesisVersion>{{"hyp-1", R"({"v":1})"}, {"hyp-1", R"({"v":2})"}});
}

TEST_CASE("a run outlives the process") {
  const ev::test::Shelf shelf(GENERATE(EV_ENGINES));
  const ev::test::FakeClock clock;
  {
    const auto store = shelf.open(clock);
    REQUIRE(store->runs.start(head("run-1")));
    REQUIRE(store->runs.append("run-1", 0, {"search", "{}"}, {}));
  }
  CHECK((*shelf.open(clock)->runs.get("run-1"))->steps.size() == 1);
}
