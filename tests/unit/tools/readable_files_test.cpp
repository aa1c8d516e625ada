#include "tools/readable_files.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <filesystem>

using namespace ev;
namespace fs = std::filesystem;

namespace {

struct Folders {
  Folders() {
    fs::create_directories(open / "inner");
    fs::create_directories(closed);
    write(open / "a.ris");
    write(open / "inner" / "b.ris");
    write(closed / "c.ris");
    config.roots = {fs::weakly_canonical(open)};
  }
  static void write(const fs::path& path) { REQUIRE(write_file_atomically(path, "TY  - JOUR\n")); }
  Result<fs::path> read(const fs::path& path) const {
    return tools::readable_file(config, path.string(), "path");
  }

  test::TempDir dir;
  fs::path open = dir.path() / "open";
  fs::path closed = dir.path() / "closed";
  Config config;
};

}  // namespace

TEST_CASE("files inside the folders are read, by whole or relative path") {
  const Folders f;
  CHECK(f.read(f.open / "a.ris"));
  CHECK(f.read(f.open / "inner" / ".." / "a.ris"));
  CHECK(f.read("a.ris"));
  CHECK(f.read("inner/b.ris")->filename() == "b.ris");
}

TEST_CASE("nothing else is read, and not told to exist") {
  const Folders f;
  const auto outside = f.read(f.closed / "c.ris");
  REQUIRE_FALSE(outside);
  CHECK(outside.error().code == Errc::invalid_argument);
  CHECK(outside.error().path == "path");
  const auto missing = f.read(f.closed / "d.ris");
  REQUIRE_FALSE(missing);
  CHECK(outside.error().recovery == missing.error().recovery);
  CHECK(missing.error().message.find("lies outside") != std::string::npos);
  CHECK_FALSE(f.read("../closed/c.ris"));
  CHECK_FALSE(f.read(f.open));  // a folder
  CHECK(f.read("z.ris").error().message.find("names no file") != std::string::npos);
  // A folder whose name only begins like an open one.
  fs::create_directories(f.dir.path() / "opened");
  Folders::write(f.dir.path() / "opened" / "e.ris");
  CHECK_FALSE(f.read(f.dir.path() / "opened" / "e.ris"));
}

TEST_CASE("a link leads where it leads") {
  const Folders f;
  fs::create_symlink(f.closed / "c.ris", f.open / "link.ris");
  CHECK_FALSE(f.read("link.ris"));
  fs::create_symlink(f.open / "a.ris", f.closed / "back.ris");
  CHECK(f.read(f.closed / "back.ris"));
}

TEST_CASE("without folders no file is read") {
  const auto none = tools::readable_file(Config{}, "/etc/hostname", "path");
  REQUIRE_FALSE(none);
  CHECK(none.error().recovery.find("EVIDENCE_MCP_ROOTS") != std::string::npos);
}
