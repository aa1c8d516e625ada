#include "base/together.hpp"

#include "support/catch.hpp"

#include <atomic>
#include <stdexcept>

namespace ev {

TEST_CASE("tasks run at once and all are awaited") {
  std::atomic<int> waiting = 0;
  std::vector<int> done(3, 0);
  // Each waits for the others: in turn they would never end.
  run_together(3, [&](std::size_t i) {
    ++waiting;
    while (waiting < 3) std::this_thread::yield();
    done[i] = 1;
  });
  CHECK(done == std::vector<int>{1, 1, 1});
  run_together(0, [](std::size_t) { FAIL("nothing to run"); });
}

TEST_CASE("an exception reaches the caller after all have ended") {
  std::atomic<int> ended = 0;
  CHECK_THROWS_AS(run_together(2,
                               [&](std::size_t i) {
                                 if (i == 0) throw std::runtime_error("broken");
                                 ++ended;
                               }),
                  std::runtime_error);
  CHECK(ended == 1);
}

}  // namespace ev
