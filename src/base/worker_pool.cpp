#include "base/worker_pool.hpp"

#include <utility>

namespace ev {

WorkerPool::WorkerPool(int threads, std::size_t max_queued_bytes) : max_bytes_(max_queued_bytes) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

bool WorkerPool::submit(std::function<void()> task, std::size_t bytes) {
  {
    auto state = state_.lock();
    // An empty queue takes any size, so that one request below the line limit is never refused.
    if (state->stopping || (!state->queue.empty() && state->bytes + bytes > max_bytes_))
      return false;
    state->queue.push_back({std::move(task), bytes});
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
  {
    auto state = state_.lock();
    if (state->stopping) return;
    state->stopping = true;
    state->queue.clear();
    state->bytes = 0;
  }
  ready_.notify_all();
  for (std::thread& t : threads_) t.join();
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
