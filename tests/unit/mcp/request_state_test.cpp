#include "mcp/request_state.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <chrono>

namespace ev::mcp {

TEST_CASE("a sealed state opens unchanged, and only where it belongs") {
  const test::FakeClock clock;
  RequestState state({}, clock);
  for (const std::string text : {"", "step-1", "a.b.c", "ümlaut\n", "{\"a\":1}"}) {
    const std::string sealed = state.seal(text, "binding");
    CHECK(state.open(sealed, "binding") == text);
    CHECK_FALSE(state.open(sealed, "another"));
  }
}

TEST_CASE("any change breaks the seal") {
  const test::FakeClock clock;
  RequestState state({}, clock);
  const std::string sealed = state.seal("step-1", "b");
  CHECK_FALSE(state.open(sealed + "-TAMPERED", "b"));
  CHECK_FALSE(state.open("", "b"));
  CHECK_FALSE(state.open("...", "b"));
  CHECK_FALSE(state.open(sealed.substr(1), "b"));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == '0' ? '1' : '0';
    CAPTURE(changed);
    CHECK_FALSE(state.open(changed, "b"));
  }
  RequestState other({}, clock);
  CHECK_FALSE(other.open(sealed, "b"));
}

TEST_CASE("a seal lasts ten minutes") {
  test::FakeClock clock;
  RequestState state({}, clock);
  const std::string sealed = state.seal("s", "b");
  clock.advance(std::chrono::seconds(599));
  CHECK(state.open(sealed, "b"));
  clock.advance(std::chrono::seconds(2));
  CHECK_FALSE(state.open(sealed, "b"));
}

TEST_CASE("with a key file another process opens it") {
  const test::TempDir dir;
  const test::FakeClock clock;
  const auto file = dir.path() / "keys" / "state.key";
  RequestState one(file, clock);
  const std::string sealed = one.seal("s", "b");
  RequestState two(file, clock);
  CHECK(two.open(sealed, "b") == "s");
  CHECK(read_file(file).value().size() == 64);
  namespace fs = std::filesystem;
  CHECK((fs::status(file).permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
        fs::perms::none);
}

TEST_CASE("a damaged key file is replaced") {
  const test::TempDir dir;
  const test::FakeClock clock;
  const auto file = dir.path() / "state.key";
  REQUIRE(write_file_atomically(file, "short"));
  RequestState one(file, clock);
  const std::string sealed = one.seal("s", "b");
  CHECK(read_file(file).value().size() == 64);
  RequestState two(file, clock);
  CHECK(two.open(sealed, "b") == "s");
}

}  // namespace ev::mcp
