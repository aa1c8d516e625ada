#include "base/worker_pool.hpp"

#include <system_error>
#include <utility>

namespace ev {

WorkerPool::WorkerPool(int threads, std::size_t max_queued_bytes)
    : max_threads_(static_cast<std::size_t>(threads)), max_bytes_(max_queued_bytes) {}

bool WorkerPool::has_taker(State& state) {
  const std::size_t waiting = state.threads.size() - state.running;
  if (waiting >= state.queue.size() || state.threads.size() == max_threads_) return true;
  try {
    state.threads.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // Those there are do the work, one task after the other.
    return !state.threads.empty();
  }
  return true;
}

bool WorkerPool::submit(std::function<void()> task, std::size_t bytes) {
  if (max_threads_ == 0) {
    if (state_.lock()->stopping) return false;
    task();
    return true;
  }
  {
    auto state = state_.lock();
    // An empty queue takes any size, so that one request below the line limit is never refused.
    if (state->stopping || (!state->queue.empty() && state->bytes + bytes > max_bytes_))
      return false;
    state->queue.push_back({std::move(task), bytes});
    if (!has_taker(*state)) {
      state->queue.pop_back();
      return false;
    }
    state->bytes += bytes;
  }
  ready_.notify_one();
  return true;
}

bool WorkerPool::wait_idle(std::chrono::steady_clock::time_point deadline) {
  auto state = state_.lock();
  return state.wait_until(idle_, deadline,
                          [&] { return state->queue.empty() && state->running == 0; });
}

void WorkerPool::stop() {
  std::vector<std::thread> threads;
  {
    auto state = state_.lock();
    if (state->stopping) return;
    state->stopping = true;
    state->queue.clear();
    state->bytes = 0;
    threads.swap(state->threads);
  }
  ready_.notify_all();
  for (std::thread& t : threads) t.join();
}

void WorkerPool::work() {
  while (true) {
    Task task;
    {
      auto state = state_.lock();
      state.wait(ready_, [&] { return state->stopping || !state->queue.empty(); });
      if (state->queue.empty()) return;
      task = std::move(state->queue.front());
      state->queue.pop_front();
      state->bytes -= task.bytes;
      ++state->running;
    }
    task.run();
    task.run = nullptr;  // what the task holds is released before the pool counts as idle
    {
      auto state = state_.lock();
      --state->running;
    }
    idle_.notify_all();
  }
}

}  // namespace ev
