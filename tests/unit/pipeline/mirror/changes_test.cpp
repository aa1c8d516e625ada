#include "pipeline/mirror/changes.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "unit/pipeline/mirror/nlm_world.hpp"

using namespace ev;
using ev::mirror::Work;
using ev::test::NlmWorld;

using Pmids = std::vector<std::int64_t>;

TEST_CASE("each record counts once, by what became of it since the day") {
  NlmWorld world;
  const auto name = [](int n) { return NlmWorld::name(n); };
  world.put("baseline", name(1),
            test::set_xml({{1, "Heart"}, {2, "Heart"}, {3, "Kidney"}, {4, "Heart"}}));
  world.put("updatefiles", name(2),
            test::set_xml({{10, "Heart new"}, {11, "Heart passing"}, {1, "Heart revised"}}),
            "2026-02-01");
  world.put(
      "updatefiles", name(3),
      test::set_xml({{10, "Heart newer"}, {2, "Heart", true}, {3, "Kidney stone", true}}, {4, 11}),
      "2026-02-02");
  REQUIRE(world.run(Work::init));
  REQUIRE(world.run(Work::update));
  const library::Ports ports = mirror::ports_of(world.mirror, mesh::built_in(), {2026, 2, 3});
  const auto since = [&](const char* day, const char* query = "") {
    return mirror::changes_since(world.mirror, ports, {.since = day, .query = query}, {});
  };
  const auto all = since("2026-01-15");
  REQUIRE(all);
  CHECK(all->added == Pmids{10});
  CHECK(all->revised == Pmids{1, 2, 3});
  CHECK(all->retracted == Pmids{2, 3});
  CHECK(all->deleted == Pmids{4});
  CHECK(all->until == "2026-02-02");
  CHECK(since("2026-02-02")->revised == Pmids{2, 3, 10});
  CHECK(since("2026-02-02")->deleted == Pmids{4, 11});
  const auto about = since("2026-01-15", "heart[ti]");
  CHECK(about->revised == Pmids{1, 2});
  CHECK(about->retracted == Pmids{2});
  CHECK(since("2026-03-01")->revised.empty());
  CHECK(since("yesterday").error().code == Errc::invalid_argument);
  CHECK(since("2026-02").error().code == Errc::invalid_argument);
  CHECK(since("2026-01-15", "(heart").error().code == Errc::invalid_query);
}
