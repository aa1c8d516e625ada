#include "pipeline/search/fuse.hpp"

#include "support/catch.hpp"

namespace ev::search {

TEST_CASE("what several sources rank high comes first") {
  const std::vector<std::vector<std::size_t>> rankings = {{0, 1, 2}, {1, 0}, {}};
  const std::vector<double> got = fuse(rankings, 4);
  REQUIRE(got.size() == 4);
  CHECK(got[0] == Approx(got[1]));
  CHECK(got[0] > got[2]);
  CHECK(got[2] > 0);
  CHECK(got[3] == 0);
  CHECK(got[0] < 1);
}

TEST_CASE("first everywhere is 1; an empty source takes nothing away") {
  const std::vector<std::vector<std::size_t>> rankings = {{0}, {0, 1}, {}};
  CHECK(fuse(rankings, 2)[0] == Approx(1.0));
  CHECK(fuse({}, 1)[0] == 0);
}

TEST_CASE("a record that a source has twice counts by its first place") {
  const std::vector<std::vector<std::size_t>> twice = {{0, 0, 1}};
  const std::vector<std::vector<std::size_t>> once = {{0, 1}};
  CHECK(fuse(twice, 2) == fuse(once, 2));
}

}  // namespace ev::search
