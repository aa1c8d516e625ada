#include "pipeline/mirror/download.hpp"

#include "base/file.hpp"
#include "unit/pipeline/mirror/nlm_world.hpp"

using namespace ev;
using namespace ev::mirror;
using ev::test::NlmWorld;

namespace {

struct Fetch {
  NlmWorld world;
  ListedFile file{.name = NlmWorld::name(1)};
  std::string bytes = std::string(5000, 'x') + "end";
  std::filesystem::path folder = world.dir.path() / "files";

  Fetch() { world.put_bytes("baseline", file.name, bytes); }
  Result<Downloaded> run() { return download(world.http, world.config, file, folder, {}); }
  void had(std::size_t n, char c = 'x') {
    REQUIRE(ensure_private_dir(folder));
    REQUIRE(write_file_atomically(folder / (file.name + ".part"), std::string(n, c)));
  }
};

}  // namespace

TEST_CASE("a file is fetched, checked and named; a second time nothing is fetched") {
  Fetch fetch;
  const auto first = fetch.run();
  REQUIRE(first);
  CHECK(read_file(first->path).value() == fetch.bytes);
  CHECK(first->bytes == fetch.bytes.size());
  const std::size_t before = fetch.world.requests().size();
  CHECK(fetch.run());
  CHECK(fetch.world.requests().size() == before + 1);  // its MD5
  CHECK_FALSE(std::filesystem::exists(first->path.string() + ".part"));
}

TEST_CASE("what is there already is gone on with, at any byte") {
  for (const std::size_t n : {1U, 4999U, 5000U}) {
    Fetch fetch;
    fetch.had(n);
    REQUIRE(fetch.run());
    CHECK(read_file(fetch.folder / fetch.file.name).value() == fetch.bytes);
    CHECK(fetch.world.requests().back().find("Range: bytes=" + std::to_string(n - 1) + "-") !=
          std::string::npos);
  }
}

TEST_CASE("a connection that is cut is tried again; a service without ranges gives the whole") {
  Fetch fetch;
  SECTION("cut") {
    fetch.world.fault(".xml.gz", {.cut_after = 100, .times = 1});
  }
  SECTION("no ranges") {
    fetch.world.fault(".xml.gz", {.no_ranges = true});
    fetch.had(777);
  }
  REQUIRE(fetch.run());
  CHECK(read_file(fetch.folder / fetch.file.name).value() == fetch.bytes);
}

TEST_CASE("wrong bytes are thrown away and fetched anew, longer ones too") {
  Fetch fetch;
  SECTION("other bytes") {
    fetch.had(100, 'y');
  }
  SECTION("more than there are") {
    fetch.had(9000);
  }
  SECTION("a whole file of an earlier day") {
    REQUIRE(ensure_private_dir(fetch.folder));
    REQUIRE(write_file_atomically(fetch.folder / fetch.file.name, "old"));
  }
  REQUIRE(fetch.run());
  CHECK(read_file(fetch.folder / fetch.file.name).value() == fetch.bytes);
}

TEST_CASE("an MD5 that is wrong twice, or none, is an error, and nothing is named") {
  Fetch fetch;
  SECTION("wrong") {
    fetch.world.put_md5("baseline", fetch.file.name, std::string(32, '0'));
    const auto got = fetch.run();
    REQUIRE_FALSE(got);
    CHECK(got.error().code == Errc::upstream_changed);
    CHECK(got.error().message.find("does not have the MD5") != std::string::npos);
  }
  SECTION("none") {
    fetch.world.put_md5("baseline", fetch.file.name, "<html>");
    CHECK(fetch.run().error().code == Errc::upstream_changed);
  }
  SECTION("no file") {
    fetch.world.fault(".xml.gz", {.times = -1, .status = 404});
    CHECK(fetch.run().error().code == Errc::not_found);
  }
  CHECK_FALSE(std::filesystem::exists(fetch.folder / fetch.file.name));
}
