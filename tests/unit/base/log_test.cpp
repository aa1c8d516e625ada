#include "base/log.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <cstdio>
#include <unistd.h>

TEST_CASE("one event is one line on stderr, values are escaped, levels filter") {
  const ev::test::TempDir dir;
  const auto path = dir.path() / "err";
  std::fflush(stderr);
  const int saved = ::dup(2);
  FILE* file = std::fopen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  ::dup2(::fileno(file), 2);
  ev::set_log_level(ev::Level::info);
  ev::log(ev::Level::debug, "hidden");
  ev::log(ev::Level::info, "search", {{"source", "pubmed"}, {"query", "a \"b\"\nc"}, {"n", 3}});
  ev::set_log_level(ev::Level::warn);
  std::fflush(stderr);
  ::dup2(saved, 2);
  ::close(saved);
  std::fclose(file);
  const std::string text = *ev::read_file(path);
  CHECK(text.find("hidden") == std::string::npos);
  CHECK(text.find(" info search source=pubmed query=\"a \\\"b\\\" c\" n=3\n") != std::string::npos);
}
