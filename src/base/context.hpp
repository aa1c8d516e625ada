// Context: what a running call carries through every stage: may it go on (stop token, deadline),
// whom to tell about progress, and the tag that ties log lines to the call. Passed explicitly,
// never ambient. Thread rule: one call, any thread; Progress implementations are thread-safe.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace ev {

// done/total in units of the stage ("fetching abstracts", 200, 300); total 0 = unknown.
using ProgressFn = std::function<void(std::string_view stage, double done, double total)>;

struct Context {
  const Clock* clock = nullptr;
  std::stop_token stop{};
  TimePoint deadline = TimePoint::max();
  ProgressFn progress{};
  std::string tag{};  // request id and tool, for the log
  // Counts the requests to services that this work needs, those answered from the cache included
  // and tries of one request as one; null: nobody counts. Must outlive the work.
  std::atomic<int>* requests = nullptr;

  // Error::cancelled or Error::timeout once the call must end. Loops that compute call it at least
  // every 5 ms of work.
  Result<void> check() const;
  void report(std::string_view stage, double done, double total) const {
    if (progress) progress(stage, done, total);
  }
};

}  // namespace ev
