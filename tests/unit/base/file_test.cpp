#include "base/file.hpp"

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

TEST_CASE("folders are private and files are replaced whole") {
  const ev::test::TempDir dir;
  const auto inner = dir.path() / "a" / "b";
  REQUIRE(ev::ensure_private_dir(inner));
  REQUIRE(ev::ensure_private_dir(inner));
  struct stat info {};
  REQUIRE(::stat(inner.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0700);
  REQUIRE(ev::write_file_atomically(inner / "f", "one"));
  REQUIRE(ev::write_file_atomically(inner / "f", "two"));
  REQUIRE(::stat((inner / "f").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0600);
  CHECK(*ev::read_file(inner / "f") == "two");
}

TEST_CASE("a link that waits beside a file is not followed, and a failure leaves nothing") {
  namespace fs = std::filesystem;
  const ev::test::TempDir dir;
  const fs::path inner = dir.path() / "a";
  const fs::path other = dir.path() / "other";
  REQUIRE(ev::ensure_private_dir(inner));
  REQUIRE(ev::write_file_atomically(other, "theirs"));
  fs::create_symlink(other, inner / ("f.part" + std::to_string(::getpid())));
  fs::create_symlink(other, inner / "g");
  REQUIRE(ev::write_file_atomically(inner / "f", "mine"));
  REQUIRE(ev::write_file_atomically(inner / "g", "mine"));
  CHECK(*ev::read_file(other) == "theirs");
  CHECK_FALSE(fs::is_symlink(inner / "g"));
  REQUIRE(ev::ensure_private_dir(inner / "folder"));
  CHECK_FALSE(ev::write_file_atomically(inner / "folder", "x"));
  CHECK(std::distance(fs::directory_iterator(inner), fs::directory_iterator()) == 4);
}

TEST_CASE("errors name the file and the reason") {
  const ev::test::TempDir dir;
  const auto missing = ev::read_file(dir.path() / "none");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ev::Errc::not_found);
  CHECK(missing.error().message.find("No such file") != std::string::npos);
  REQUIRE(ev::write_file_atomically(dir.path() / "f", "12345"));
  CHECK_FALSE(ev::read_file(dir.path() / "f", 4));
  CHECK_FALSE(ev::ensure_private_dir(dir.path() / "f" / "x"));
}

TEST_CASE("blank and unexpanded environment values count as unset") {
  ::setenv("EV_TEST_VALUE", "${user_config.key}", 1);
  CHECK(ev::env("EV_TEST_VALUE").empty());
  ::setenv("EV_TEST_VALUE", "k", 1);
  CHECK(ev::env("EV_TEST_VALUE") == "k");
  ::unsetenv("EV_TEST_VALUE");
  CHECK(ev::env("EV_TEST_VALUE").empty());
}
