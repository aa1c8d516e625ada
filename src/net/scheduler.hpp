// The HTTP thread. Takes jobs, keeps them in a time-ordered queue and runs each through: turn in
// its lane (per-service concurrency), start time from the shared limiter, transfer, verdict, and if
// need be back-off and another round. One deadline covers all of it. Waiting is an entry in the
// queue, never a sleep, and a job that backs off holds no place in its lane. Jobs with equal keys
// share one transfer while it lasts; each has its own deadline and can be cancelled alone, the
// transfer ends with the last of them. Thread rule: submit() and cancel() from any thread; `done`
// is called once per job from the HTTP thread (or from the destructor) with no lock held and must
// neither block nor throw. The thread starts with the first job; the destructor ends it and answers
// what is left with Errc::cancelled.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"
#include "net/engine.hpp"
#include "net/limit_book.hpp"
#include "net/request.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ev::net {

struct Job {
  RequestPlan plan;
  std::string key;  // "" = never shared
  TimePoint deadline = TimePoint::max();
  std::string tag;  // of the call, for the log
  std::function<void(Result<HttpResponse>)> done;
};

struct SchedulerOptions {
  const Clock* clock = nullptr;
  MakeEngine make_engine;
  std::filesystem::path limiter_dir;
  LimitBook* limit_book = nullptr;
  std::uint64_t jitter_seed = 1;
  std::string user_agent;
  std::vector<std::string> keys = {};  // removed from every reply
};

struct SchedulerCounts {
  std::uint64_t requests = 0;  // transfers started, retries included
  std::uint64_t retries = 0;
};

class Scheduler {
 public:
  using Ticket = std::uint64_t;

  explicit Scheduler(SchedulerOptions options);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // All jobs enter the queue together, in this order.
  std::vector<Ticket> submit(std::vector<Job> jobs);
  // Unknown and finished tickets are ignored.
  void cancel(std::span<const Ticket> tickets);
  SchedulerCounts counts() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ev::net
