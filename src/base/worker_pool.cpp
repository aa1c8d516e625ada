#include "base/worker_pool.hpp"

#include <system_error>
#include <utility>

namespace ev {

WorkerPool::WorkerPool(int threads, std::size_t max_queued_bytes, PoolRest rest)
    : max_threads_(static_cast<std::size_t>(threads)),
      max_bytes_(max_queued_bytes),
      rest_(std::move(rest)) {}

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

std::function<void()> WorkerPool::next_task() {
  while (true) {
    {
      auto state = state_.lock();
      const auto ready = [&] { return state->stopping || !state->queue.empty(); };
      const auto may_rest = [&] { return rest_.call && !state->rested && state->running == 0; };
      while (!ready() &&
             !(may_rest() && std::chrono::steady_clock::now() >= state->last_end + rest_.after)) {
        // Whoever ends a task waits here next, so that somebody looks at the time again.
        if (may_rest()) {
          state.wait_until(ready_, state->last_end + rest_.after, ready);
        } else {
          state.wait(ready_, [&] { return ready() || may_rest(); });
        }
      }
      if (ready()) {
        if (state->queue.empty()) return nullptr;
        Task task = std::move(state->queue.front());
        state->queue.pop_front();
        state->bytes -= task.bytes;
        ++state->running;
        return std::move(task.run);
      }
      state->rested = true;
    }
    rest_.call();
  }
}

void WorkerPool::work() {
  while (auto task = next_task()) {
    task();
    task = nullptr;  // what the task holds is released before the pool counts as idle
    {
      auto state = state_.lock();
      --state->running;
      state->rested = false;
      state->last_end = std::chrono::steady_clock::now();
    }
    idle_.notify_all();
  }
}

}  // namespace ev
