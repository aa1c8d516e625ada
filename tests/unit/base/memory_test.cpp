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

// Sanitizers keep what was freed to find later uses of it: [exhaustive] is left out there.
TEST_CASE("memory that was freed is given back", "[exhaustive]") {
  {
    std::vector<std::unique_ptr<std::string>> blocks;
    for (int i = 0; i < 80'000; ++i) blocks.push_back(std::make_unique<std::string>(2'000, 'x'));
    // What lies behind keeps the allocator from giving back the rest by itself.
    std::swap(blocks.front(), blocks.back());
  }
  ev::give_back_memory();
  CHECK(resident() < 100u << 20);
}
