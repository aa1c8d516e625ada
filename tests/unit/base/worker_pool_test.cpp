#include "base/worker_pool.hpp"

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

using namespace std::chrono_literals;

TEST_CASE("tasks run, the pool becomes idle, stop joins") {
  std::atomic<int> done{0};
  ev::WorkerPool pool(3, 1 << 20);
  for (int i = 0; i < 100; ++i) REQUIRE(pool.submit([&] { ++done; }, 10));
  CHECK(pool.wait_idle(std::chrono::steady_clock::now() + 300s));
  CHECK(done == 100);
  pool.stop();
  CHECK_FALSE(pool.submit([] {}, 1));
}

TEST_CASE("the queue is bounded by bytes but always takes one task") {
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();
  std::promise<void> started;
  ev::WorkerPool pool(1, 100);
  REQUIRE(pool.submit(
      [&] {
        started.set_value();
        open.wait();
      },
      1));
  started.get_future().wait();
  CHECK(pool.submit([] {}, 1000));
  CHECK_FALSE(pool.submit([] {}, 1));
  gate.set_value();
  CHECK(pool.wait_idle(std::chrono::steady_clock::now() + 300s));
  CHECK(pool.submit([] {}, 60));
}

TEST_CASE("threads are started when no other waits, and no more than there may be") {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  const auto note = [&] {
    const std::scoped_lock lock(mutex);
    seen.insert(std::this_thread::get_id());
  };
  const auto later = [] { return std::chrono::steady_clock::now() + 300s; };
  ev::WorkerPool pool(4, 1 << 20);
  for (int i = 0; i < 20; ++i) {
    REQUIRE(pool.submit(note, 1));
    REQUIRE(pool.wait_idle(later()));
  }
  CHECK(seen.size() == 1);
  // Four that wait for one another run at once, whatever came before.
  std::latch all(4);
  for (int i = 0; i < 4; ++i) {
    REQUIRE(pool.submit(
        [&] {
          all.arrive_and_wait();
          note();
        },
        1));
  }
  REQUIRE(pool.wait_idle(later()));
  CHECK(seen.size() == 4);
  for (int i = 0; i < 50; ++i) REQUIRE(pool.submit(note, 1));
  REQUIRE(pool.wait_idle(later()));
  CHECK(seen.size() == 4);
}

TEST_CASE("without threads the caller does the work") {
  ev::WorkerPool pool(0, 1);
  std::thread::id by;
  REQUIRE(pool.submit([&] { by = std::this_thread::get_id(); }, 100));
  CHECK(by == std::this_thread::get_id());
  CHECK(pool.wait_idle(std::chrono::steady_clock::now()));
  pool.stop();
  CHECK_FALSE(pool.submit([] {}, 1));
}

TEST_CASE("a pool that has nothing to do rests once after its last task") {
  std::atomic<int> rests{0};
  std::promise<void> first, second;
  ev::WorkerPool pool(3, 1 << 20, {20ms, [&] {
                                     const int n = ++rests;
                                     if (n == 1) first.set_value();
                                     if (n == 2) second.set_value();
                                   }});
  std::this_thread::sleep_for(60ms);
  CHECK(rests == 0);  // nothing was done yet
  for (int i = 0; i < 5; ++i) REQUIRE(pool.submit([] {}, 1));
  REQUIRE(first.get_future().wait_for(300s) == std::future_status::ready);
  std::this_thread::sleep_for(100ms);
  CHECK(rests == 1);
  REQUIRE(pool.submit([] {}, 1));
  REQUIRE(second.get_future().wait_for(300s) == std::future_status::ready);
}

TEST_CASE("a pool does not rest while a task runs, and stops at once while it waits to") {
  std::atomic<int> rests{0};
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();
  ev::WorkerPool pool(2, 1 << 20, {10ms, [&] { ++rests; }});
  REQUIRE(pool.submit([open] { open.wait(); }, 1));
  REQUIRE(pool.submit([] {}, 1));
  std::this_thread::sleep_for(60ms);
  CHECK(rests == 0);
  gate.set_value();
  CHECK(pool.wait_idle(std::chrono::steady_clock::now() + 300s));
  ev::WorkerPool patient(1, 1 << 20, {3600s, [&] { ++rests; }});
  REQUIRE(patient.submit([] {}, 1));
  const auto before = std::chrono::steady_clock::now();
  patient.stop();
  CHECK(std::chrono::steady_clock::now() - before < 60s);
}
