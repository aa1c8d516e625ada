// A clock that stands still until a test moves it. Thread rule: any thread.
#pragma once

#include "base/clock.hpp"

#include <atomic>

namespace ev::test {

class FakeClock final : public Clock {
 public:
  TimePoint now() const override { return TimePoint(Nanos(ns_.load())); }
  std::chrono::seconds unix_time() const override {
    return std::chrono::seconds(wall_base_.load() + ns_.load() / 1'000'000'000);
  }
  void advance(Nanos by) { ns_ += by.count(); }
  void set_unix(std::int64_t seconds) { wall_base_ = seconds - ns_.load() / 1'000'000'000; }

 private:
  std::atomic<std::int64_t> ns_{1'000'000'000};
  std::atomic<std::int64_t> wall_base_{1'790'000'000};
};

}  // namespace ev::test
