// Up to N threads (with none, whoever submits does the work) and a queue bounded by bytes. A thread
// is started when a task finds none that waits, so that a pool costs nothing before it is used.
// submit() refuses (false) when the queue is full, the pool is stopping or the system has no thread
// for it; a task must not throw (the caller wraps it). When nothing has run for a while since the
// last task, a waiting thread calls `rest.call` once. Thread rule: submit from any thread; stop()
// once, from the owner.
#pragma once

#include "base/guarded.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace ev {

struct PoolRest {
  std::chrono::milliseconds after{};
  std::function<void()> call{};  // none: nothing is called; must not throw
};

class WorkerPool {
 public:
  WorkerPool(int threads, std::size_t max_queued_bytes, PoolRest rest = {});
  ~WorkerPool() { stop(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // `bytes` is what the waiting task is charged with (the size of its request line).
  [[nodiscard]] bool submit(std::function<void()> task, std::size_t bytes);
  // Waits until nothing is queued or running, at most until `deadline`; true when idle.
  bool wait_idle(std::chrono::steady_clock::time_point deadline);
  // Drops what is queued, lets running tasks end, joins.
  void stop();

 private:
  struct Task {
    std::function<void()> run;
    std::size_t bytes;
  };
  struct State {
    std::deque<Task> queue;
    std::size_t bytes = 0;
    std::size_t running = 0;
    bool stopping = false;
    bool rested = true;  // since the last task
    std::chrono::steady_clock::time_point last_end{};
    std::vector<std::thread> threads;
  };
  void work();
  // The next task, none when the pool stops.
  std::function<void()> next_task();
  // Sees to it that somebody takes the last task of the queue.
  bool has_taker(State& state);

  const std::size_t max_threads_;
  const std::size_t max_bytes_;
  const PoolRest rest_;
  Guarded<State> state_;
  std::condition_variable ready_;
  std::condition_variable idle_;
};

}  // namespace ev
