#include "base/memory.hpp"

#include "base/limits.hpp"
#include "support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

// Pages in memory; 0 where the system does not tell.
std::size_t resident() {
  std::ifstream in("/proc/self/statm");
  std::size_t all = 0;
  std::size_t now = 0;
  in >> all >> now;
  return now * 4096;
}

}  // namespace

namespace {

// Frees 160 MB in pieces, with something left behind them.
void free_pieces() {
  std::vector<std::unique_ptr<std::string>> blocks;
  for (int i = 0; i < 80'000; ++i) blocks.push_back(std::make_unique<std::string>(2'000, 'x'));
  // What lies behind keeps the allocator from giving back the rest by itself.
  std::swap(blocks.front(), blocks.back());
}

}  // namespace

#ifdef __GLIBC__
namespace {

// Whether some memory of this process is marked to come in large pages ("hg").
bool has_large_pages() {
  std::ifstream in("/proc/self/smaps");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmFlags:") && line.find(" hg") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a command that takes much memory gets it in large pieces, and nothing before it is used",
          "[exhaustive]") {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled")) return;
  // How a process takes memory is not undone: another one does it, before the tests that free
  // much.
  const pid_t pid = ::fork();
  if (pid == 0) {
    const std::size_t before = resident();
    ev::expect_much_memory();
    const bool untouched = resident() < before + (16u << 20);
    free_pieces();
    ::_exit(untouched && has_large_pages() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(pid, &status, 0);
  CHECK(status == 0);
}
#endif

// Sanitizers keep what was freed to find later uses of it: [exhaustive] is left out there.
TEST_CASE("memory that was freed is given back", "[exhaustive]") {
  free_pieces();
  ev::give_back_memory();
  CHECK(resident() < 100u << 20);
}

TEST_CASE("all of it is given back, however soon after", "[exhaustive]") {
  ev::give_back_memory();
  free_pieces();
  ev::give_back_memory();  // looked just now: may do nothing
  ev::give_back_all_memory();
  CHECK(resident() < 100u << 20);
}
