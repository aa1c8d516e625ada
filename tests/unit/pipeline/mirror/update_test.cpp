#include "pipeline/mirror/update.hpp"

#include "unit/pipeline/mirror/nlm_world.hpp"

using namespace ev;
using ev::mirror::Work;
using ev::test::Ids;
using ev::test::NlmWorld;

namespace {

struct World : NlmWorld {
  World() {
    put("baseline", name(1), test::set_xml({{1, "Alpha one"}, {2, "Alpha two"}}));
    put("baseline", name(2), test::set_xml({{20, "Alpha twenty"}}));
    put("updatefiles", name(3), test::set_xml({{2, "Beta two"}, {30, "Alpha thirty"}}, {1}),
        "2026-02-01");
    put("updatefiles", name(4), test::set_xml({{2, "Gamma two", true}}), "2026-02-02");
  }
};

}  // namespace

TEST_CASE("baseline, then updates in order; then there is nothing to do") {
  World world;
  std::vector<std::string> steps;
  mirror::Plan plan;
  mirror::UpdateOptions options{.planned = [&](const mirror::Plan& p) { plan = p; },
                                .stepped = [&](const mirror::Step& s) { steps.push_back(s.name); }};
  const auto made = world.run(Work::init, options);
  REQUIRE(made);
  CHECK(made->files == 2);
  CHECK(made->records == 3);
  CHECK(plan.files == 2);
  CHECK(plan.needed > plan.bytes);
  CHECK(world.found("alpha") == Ids{"20", "2", "1"});
  REQUIRE(world.run(Work::update, options));
  CHECK(steps == Ids{NlmWorld::name(1), NlmWorld::name(2), NlmWorld::name(3), NlmWorld::name(4)});
  CHECK(world.found("alpha") == Ids{"30", "20"});
  CHECK(world.found("beta").empty());
  CHECK(world.found("gamma") == Ids{"2"});
  CHECK(world.mirror.mirror_figures()->date == "2026-02-02");
  CHECK(world.run(Work::update)->files == 0);
  CHECK(world.mirror.verify({})->empty());
  CHECK(std::filesystem::is_empty(world.dir.path() / "mirror" / "files"));
}

TEST_CASE("to look at a mirror that is not there makes none, and one can be made afterwards") {
  World world;
  const auto missing = [](const auto& told) {
    return !told && told.error().code == Errc::not_found;
  };
  CHECK(missing(world.mirror.verify({})));
  CHECK(missing(world.mirror.files()));
  CHECK(missing(world.mirror.mirror_figures()));
  CHECK(missing(world.mirror.rebuild(mirror::text_of_record())));
  CHECK_FALSE(world.mirror.exists());
  REQUIRE(world.run(Work::init));
  CHECK(world.mirror.verify({})->empty());
}

TEST_CASE("a part of the baseline stays a part, and can be made the whole") {
  World world;
  REQUIRE(world.run(Work::init, {.first_file = 2, .max_files = 1}));
  CHECK(world.found("alpha") == Ids{"20"});
  REQUIRE(world.run(Work::update, {.max_files = 1}));
  CHECK(world.mirror.files()->size() == 2);
  World other;
  REQUIRE(other.run(Work::init, {.max_files = 1}));
  CHECK(other.mirror.files()->size() == 1);
  REQUIRE(other.run(Work::init));
  CHECK(other.mirror.files()->size() == 2);
}

TEST_CASE("a file that is missing from the list stops the update before it") {
  World world;
  REQUIRE(world.run(Work::init));
  world.remove("updatefiles", NlmWorld::name(3));
  const auto stopped = world.run(Work::update);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == Errc::upstream_changed);
  CHECK(stopped.error().message.find("file 3 is missing") != std::string::npos);
  CHECK(world.mirror.files()->size() == 2);
}

TEST_CASE("a wrong file stops the update; what was applied stays, and it goes on when mended") {
  World world;
  REQUIRE(world.run(Work::init));
  SECTION("its MD5") {
    world.put_md5("updatefiles", NlmWorld::name(4), std::string(32, 'a'));
  }
  SECTION("its content") {
    world.put_bytes("updatefiles", NlmWorld::name(4), test::gzipped("<html>"));
  }
  SECTION("it is gone") {
    world.fault(NlmWorld::name(4), {.times = -1, .status = 404});
  }
  CHECK_FALSE(world.run(Work::update));
  CHECK(world.found("beta") == Ids{"2"});
  CHECK(world.mirror.files()->size() == 3);
  world.fault(NlmWorld::name(4), {});
  world.put("updatefiles", NlmWorld::name(4), test::set_xml({{2, "Gamma two", true}}));
  REQUIRE(world.run(Work::update));
  CHECK(world.found("gamma") == Ids{"2"});
}

TEST_CASE("the baseline of another year is refused by name") {
  World world;
  REQUIRE(world.run(Work::init));
  for (int i = 1; i <= 2; ++i) world.remove("baseline", NlmWorld::name(i));
  world.put("baseline", NlmWorld::name(1, "27"), test::set_xml({{1, "New"}}));
  const auto refused = world.run(Work::update);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("2027") != std::string::npos);
  CHECK(world.found("alpha") == Ids{"20", "2", "1"});
}

TEST_CASE("an update without a mirror, a wrong first file, a stopped call") {
  World world;
  CHECK(world.run(Work::update).error().code == Errc::not_found);
  CHECK(world.run(Work::init, {.first_file = 9}).error().code == Errc::invalid_argument);
  std::stop_source stop;
  stop.request_stop();
  const Context ctx{.clock = &world.clock, .stop = stop.get_token()};
  CHECK(world.run(Work::init, {}, ctx).error().code == Errc::cancelled);
  CHECK(world.run(Work::init));
}

TEST_CASE("what will not fit on the disk is not begun") {
  World world;
  std::string page = "<a href=\"" + NlmWorld::name(1) + "\">x</a> 2026-01-01 10:00 900000G\n";
  world.put_bytes("baseline", "", page);  // instead of the list
  const auto refused = world.run(Work::init);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::store_unavailable);
  CHECK(refused.error().message.find("of disk") != std::string::npos);
}

TEST_CASE("words that another version of this program wrote are written anew before an update") {
  World world;
  REQUIRE(world.run(Work::init));
  const auto folder = world.dir.path() / "mirror";
  REQUIRE(world.run(Work::update, {.max_files = 1}));
  REQUIRE(write_file_atomically(folder / "words.version", "older"));
  auto words = store::Database::open(folder / "000.words", store::OpenMode::existing).value();
  REQUIRE(
      words.exec("INSERT INTO words (words) VALUES ('delete-all'); "
                 "INSERT INTO words (rowid, p0) VALUES (2, 'otherwise')"));
  const auto updated = world.run(Work::update);
  INFO((updated ? "" : updated.error().message));
  REQUIRE(updated);
  CHECK(world.found("gamma") == Ids{"2"});
  CHECK(world.found("otherwise").empty());
  CHECK(world.mirror.verify({})->empty());
}

TEST_CASE("files are kept when wanted") {
  World world;
  REQUIRE(world.run(Work::init, {.keep_files = true}));
  CHECK(std::filesystem::exists(world.dir.path() / "mirror" / "files" / NlmWorld::name(2)));
}
