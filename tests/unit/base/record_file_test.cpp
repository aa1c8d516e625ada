#include "base/record_file.hpp"

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <array>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ev {

namespace fs = std::filesystem;

namespace {

unsigned mode_of(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 ? info.st_mode & 0777u : 0u;
}

}  // namespace

TEST_CASE("the shared folder is made private and links are refused") {
  const test::TempDir temp;
  const fs::path dir = temp.path() / "a" / "ratelimit";
  REQUIRE(check_shared_dir(dir));
  CHECK(mode_of(dir) == 0700);

  REQUIRE(::chmod(dir.c_str(), 0755) == 0);
  REQUIRE(check_shared_dir(dir));
  CHECK(mode_of(dir) == 0700);

  const fs::path link = temp.path() / "link";
  fs::create_directory_symlink(dir, link);
  CHECK_FALSE(check_shared_dir(link));
  const fs::path file = temp.path() / "file";
  std::ofstream(file) << "x";
  CHECK_FALSE(check_shared_dir(file));
}

TEST_CASE("a record file is private, and a link or another kind of file is refused") {
  const test::TempDir temp;
  const fs::path path = temp.path() / "r.state";
  {
    auto file = RecordFile::open(path);
    REQUIRE(file);
  }
  CHECK(mode_of(path) == 0600);
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  REQUIRE(RecordFile::open(path));
  CHECK(mode_of(path) == 0600);

  fs::create_symlink(path, temp.path() / "link.state");
  CHECK_FALSE(RecordFile::open(temp.path() / "link.state"));
  REQUIRE(::mkfifo((temp.path() / "pipe.state").c_str(), 0600) == 0);
  CHECK_FALSE(RecordFile::open(temp.path() / "pipe.state"));
  CHECK_FALSE(RecordFile::open(temp.path() / "missing" / "r.state"));
}

TEST_CASE("the lock excludes other holders until it is closed") {
  const test::TempDir temp;
  const fs::path path = temp.path() / "r.state";
  auto first = RecordFile::open(path);
  auto second = RecordFile::open(path);
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->try_lock().value());
  CHECK_FALSE(second->try_lock().value());
  const std::array<unsigned char, 3> data = {1, 2, 3};
  CHECK(first->write(data));
  first = RecordFile::open(path);
  CHECK(second->try_lock().value());
  std::array<unsigned char, 8> read{};
  CHECK(second->read(read) == 3);
  CHECK(read[2] == 3);
}

}  // namespace ev
