// Work on a stream in three steps: one thread makes items, several work on them, the caller's
// thread takes the results in the order of making. At most `window` items are alive, so memory is
// bounded whatever the speed of each step. Thread rule: `make` on one own thread, `work` on several
// at once, `take` on the caller's thread. An exception of a step ends everything and is thrown on
// in the caller's thread. `take` returning false ends everything early. Without workers all steps
// run in turn on the caller's thread.
#pragma once

#include "base/guarded.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <vector>

namespace ev::library {

template <class Item, class Out>
class OrderedPipeline {
 public:
  struct Steps {
    std::function<std::optional<Item>()> make;         // nullopt = no more
    std::function<std::function<Out(Item)>()> worker;  // called once per thread, for its own state
    std::function<bool(Out)> take;
  };

  static void run(const Steps& steps, int workers, std::size_t window) {
    if (workers <= 0) return in_turn(steps);
    OrderedPipeline pipeline(window);
    {
      std::vector<std::jthread> threads;
      const auto start = [&](auto&& step) {
        threads.emplace_back([&pipeline, step] { pipeline.guard(step); });
      };
      pipeline.guard([&] {
        start([&] { pipeline.make(steps.make); });
        for (int i = 0; i < workers; ++i) start([&] { pipeline.work(steps.worker()); });
        pipeline.take(steps.take);
      });
    }
    if (pipeline.thrown_) std::rethrow_exception(pipeline.thrown_);
  }

 private:
  struct State {
    std::deque<std::pair<std::size_t, Item>> waiting;
    std::map<std::size_t, Out> done;
    std::size_t made = 0;
    std::size_t taken = 0;
    bool no_more = false;
    bool stopped = false;
  };

  static void in_turn(const Steps& steps) {
    const std::function<Out(Item)> work = steps.worker();
    while (std::optional<Item> item = steps.make()) {
      if (!steps.take(work(std::move(*item)))) return;
    }
  }

  explicit OrderedPipeline(std::size_t window) : window_(window) {}

  template <class Step>
  void guard(const Step& step) {
    try {
      step();
    } catch (...) {
      auto state = state_.lock();
      if (!thrown_) thrown_ = std::current_exception();
      state->stopped = true;
      room_.notify_all();
      ready_.notify_all();
      finished_.notify_all();
    }
  }

  void make(const std::function<std::optional<Item>()>& next) {
    while (true) {
      std::optional<Item> item = next();
      auto state = state_.lock();
      state.wait(room_, [&] { return state->stopped || state->made - state->taken < window_; });
      if (!item || state->stopped) {
        state->no_more = true;
        ready_.notify_all();
        finished_.notify_all();
        return;
      }
      state->waiting.emplace_back(state->made++, std::move(*item));
      ready_.notify_one();
    }
  }

  void work(const std::function<Out(Item)>& run) {
    while (true) {
      std::optional<std::pair<std::size_t, Item>> next;
      {
        auto state = state_.lock();
        state.wait(ready_,
                   [&] { return state->stopped || state->no_more || !state->waiting.empty(); });
        if (state->stopped || state->waiting.empty()) return;
        next = std::move(state->waiting.front());
        state->waiting.pop_front();
      }
      Out out = run(std::move(next->second));
      auto state = state_.lock();
      state->done.emplace(next->first, std::move(out));
      finished_.notify_one();
    }
  }

  void take(const std::function<bool(Out)>& consume) {
    while (true) {
      std::optional<Out> out;
      {
        auto state = state_.lock();
        state.wait(finished_, [&] {
          return state->stopped || state->done.count(state->taken) != 0 ||
                 (state->no_more && state->taken == state->made);
        });
        const auto found = state->done.find(state->taken);
        if (state->stopped || found == state->done.end()) return;
        out = std::move(found->second);
        state->done.erase(found);
      }
      const bool more = consume(std::move(*out));
      auto state = state_.lock();
      ++state->taken;
      state->stopped = !more;
      room_.notify_one();
      if (!more) {
        ready_.notify_all();
        return;
      }
    }
  }

  const std::size_t window_;
  Guarded<State> state_;
  std::exception_ptr thrown_;  // written under the lock of the state
  std::condition_variable room_;
  std::condition_variable ready_;
  std::condition_variable finished_;
};

}  // namespace ev::library
