#include "mcp/inflight.hpp"

#include "support/catch.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace ev::mcp {

TEST_CASE("a request is finished once") {
  Inflight inflight;
  const auto ticket = inflight.add("1", nullptr);
  REQUIRE(ticket);
  CHECK(inflight.contains("1"));
  CHECK(inflight.finish(*ticket));
  CHECK_FALSE(inflight.finish(*ticket));
  CHECK_FALSE(inflight.contains("1"));
}

TEST_CASE("ids differ by type") {
  Inflight inflight;
  CHECK(inflight.add("1", nullptr));
  CHECK(inflight.add("\"1\"", nullptr));
  CHECK_FALSE(inflight.add("1", nullptr));
}

TEST_CASE("a cancelled request can never be answered") {
  Inflight inflight;
  const auto ticket = inflight.add("1", nullptr);
  inflight.cancel("2");
  CHECK_FALSE(ticket->stop.stop_requested());
  inflight.cancel("1");
  CHECK(ticket->stop.stop_requested());
  CHECK_FALSE(inflight.finish(*ticket));
}

TEST_CASE("a ticket of an earlier request does not finish a later one with its id") {
  Inflight inflight;
  const auto first = inflight.add("1", nullptr);
  inflight.cancel("1");
  const auto second = inflight.add("1", nullptr);
  REQUIRE(second);
  CHECK_FALSE(inflight.finish(*first));
  CHECK(inflight.finish(*second));
}

TEST_CASE("cancel_all stops everything") {
  Inflight inflight;
  const auto a = inflight.add("1", nullptr);
  const auto b = inflight.add("2", nullptr);
  inflight.cancel_all();
  CHECK(a->stop.stop_requested());
  CHECK(b->stop.stop_requested());
  CHECK_FALSE(inflight.contains("1"));
}

TEST_CASE("stop callbacks may use the table") {
  Inflight inflight;
  const auto ticket = inflight.add("1", nullptr);
  bool seen = true;
  const std::stop_callback callback(ticket->stop, [&] { seen = inflight.contains("1"); });
  inflight.cancel("1");
  CHECK_FALSE(seen);
}

TEST_CASE("finish and cancel from many threads agree on one winner") {
  for (int round = 0; round < 200; ++round) {
    Inflight inflight;
    const auto ticket = inflight.add("1", nullptr);
    std::atomic<int> answered{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] { answered += inflight.finish(*ticket) ? 1 : 0; });
    }
    threads.emplace_back([&] { inflight.cancel("1"); });
    for (std::thread& t : threads) t.join();
    CHECK(answered + (ticket->stop.stop_requested() ? 1 : 0) == 1);
  }
}

}  // namespace ev::mcp
