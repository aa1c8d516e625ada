#include "base/memory.hpp"

#include "base/limits.hpp"
#include "support/catch.hpp"

#include <fstream>
#include <memory>
#include <string>
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
