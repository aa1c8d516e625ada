// Client: the one way out. send_all() looks in the cache, queues the rest with the scheduler
// (policy, shared limiter, retries, one deadline for everything) and blocks the calling worker
// until all are done, cancelled or timed out. Thread rule: any worker thread; results come back in
// the order of the plans. Errors: cancelled, timeout, rate_limited, budget_exhausted,
// upstream_unavailable, offline, invalid_argument (an address that is refused), and what a source's
// classify() names. A failed plan never affects the others.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "net/cache.hpp"
#include "net/engine.hpp"
#include "net/limit_book.hpp"
#include "net/request.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ev::net {

// Counters since start; `doctor` and the run report show them.
struct Traffic {
  std::uint64_t requests = 0;  // transfers started, retries included
  std::uint64_t cache_hits = 0;
  std::uint64_t retries = 0;
};

struct ClientOptions {
  const Clock* clock = nullptr;
  // Made at the first transfer, so that a process that only answers from its cache never loads
  // libcurl.
  MakeEngine make_engine;
  CacheStore* cache = nullptr;        // may be null
  std::filesystem::path limiter_dir;  // empty = limit within this process only
  LimitBook* limit_book = nullptr;    // of several machines; may be null
  bool offline = false;               // answer from the cache, however old; otherwise Errc::offline
  std::uint64_t jitter_seed = 1;
  std::string user_agent;
  // Of all services: whatever comes back, none of them is in it.
  std::vector<std::string> keys = {};
};

class Client {
 public:
  explicit Client(ClientOptions options);
  ~Client();
  std::vector<Result<HttpResponse>> send_all(std::span<const RequestPlan> plans,
                                             const Context& ctx);
  Result<HttpResponse> send(const RequestPlan& plan, const Context& ctx);
  Traffic traffic() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ev::net
