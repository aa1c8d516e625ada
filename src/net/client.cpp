#include "net/client.hpp"

#include "base/guarded.hpp"
#include "net/scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <optional>
#include <stop_token>

namespace ev::net {

using namespace std::chrono_literals;

namespace {

// A clock that was set back must not keep a reply fresh for ever.
bool is_fresh(const CachedResponse& cached, Ttl ttl, std::chrono::seconds now) {
  const std::chrono::seconds age = now - cached.stored_at;
  return age >= -60s && age < ttl;
}

HttpResponse from_cache(CachedResponse cached) {
  HttpResponse out;
  out.status = cached.status;
  if (!cached.content_type.empty()) {
    out.headers.emplace_back("content-type", std::move(cached.content_type));
  }
  out.body = std::move(cached.body);
  out.from_cache = true;
  return out;
}

Error offline_error(const RequestPlan& plan) {
  return Error{.code = Errc::offline,
               .message = plan.source + ": working offline, and this reply is not in the cache",
               .source = plan.source,
               .recovery =
                   "unset EVIDENCE_MCP_OFFLINE (or leave out --offline) and call again, or use "
                   "records of the local library"};
}

}  // namespace

struct Client::Impl {
  // Where the HTTP thread leaves the results of one send_all().
  class Batch {
   public:
    explicit Batch(std::size_t size) {
      auto state = state_.lock();
      state->results.resize(size);
      state->left = size;
    }

    void put(std::size_t index, Result<HttpResponse> result) {
      {
        auto state = state_.lock();
        state->results[index] = std::move(result);
        --state->left;
      }
      done_.notify_one();
    }

    std::vector<std::optional<Result<HttpResponse>>> wait() {
      auto state = state_.lock();
      state.wait(done_, [&] { return state->left == 0; });
      return std::move(state->results);
    }

   private:
    struct State {
      std::vector<std::optional<Result<HttpResponse>>> results;
      std::size_t left = 0;
    };
    Guarded<State> state_;
    std::condition_variable done_;
  };

  explicit Impl(ClientOptions o)
      : options(std::move(o)),
        scheduler({.clock = options.clock,
                   .make_engine = options.make_engine,
                   .limiter_dir = options.limiter_dir,
                   .limit_book = options.limit_book,
                   .jitter_seed = options.jitter_seed,
                   .user_agent = options.user_agent,
                   .keys = options.keys}) {}

  bool offline(const RequestPlan& plan) const { return options.offline || plan.cache_only; }

  std::optional<HttpResponse> cached(const RequestPlan& plan, const std::string& key) {
    if (options.cache == nullptr || plan.ttl <= Ttl(0)) return std::nullopt;
    if (plan.refresh && !offline(plan)) return std::nullopt;
    std::optional<CachedResponse> found = options.cache->get(key);
    if (!found) return std::nullopt;
    if (!offline(plan) && !is_fresh(*found, plan.ttl, options.clock->unix_time())) {
      return std::nullopt;
    }
    ++cache_hits;
    return from_cache(std::move(*found));
  }

  // keep() comes from outside this floor; a reply it cannot judge is not kept.
  static bool may_keep(const RequestPlan& plan, const HttpResponse& response) {
    try {
      return !plan.keep || plan.keep(response);
    } catch (...) {
      return false;
    }
  }

  void store(const RequestPlan& plan, const std::string& key, const HttpResponse& response) {
    if (options.cache == nullptr || plan.ttl <= Ttl(0) || !may_keep(plan, response)) return;
    options.cache->put(key, {.status = response.status,
                             .content_type = response.header("content-type"),
                             .body = response.body,
                             .stored_at = options.clock->unix_time()});
  }

  // Sends plans[i] for every i of `missing` and puts the results in place.
  void fetch(std::span<const RequestPlan> plans, const std::vector<std::string>& keys,
             const std::vector<std::size_t>& missing, const Context& ctx,
             std::vector<std::optional<Result<HttpResponse>>>& results) {
    const TimePoint deadline =
        std::min(ctx.deadline, options.clock->now() + Nanos(limits::kCallTimeoutHard));
    const auto batch = std::make_shared<Batch>(missing.size());
    std::vector<Job> jobs;
    for (std::size_t n = 0; n < missing.size(); ++n) {
      const RequestPlan& plan = plans[missing[n]];
      jobs.push_back({.plan = plan,
                      .key = plan.ttl > Ttl(0) ? keys[missing[n]] : std::string(),
                      .deadline = deadline,
                      .tag = ctx.tag,
                      .done = [batch, n](Result<HttpResponse> r) { batch->put(n, std::move(r)); }});
    }
    const std::vector<Scheduler::Ticket> tickets = scheduler.submit(std::move(jobs));
    std::vector<std::optional<Result<HttpResponse>>> fetched;
    {
      const std::stop_callback on_stop(ctx.stop, [&] { scheduler.cancel(tickets); });
      fetched = batch->wait();
    }
    for (std::size_t n = 0; n < missing.size(); ++n) {
      const std::size_t i = missing[n];
      if (fetched[n]->has_value()) store(plans[i], keys[i], **fetched[n]);
      results[i] = std::move(fetched[n]);
    }
  }

  ClientOptions options;
  std::atomic<std::uint64_t> cache_hits{0};
  Scheduler scheduler;
};

Client::Client(ClientOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

Client::~Client() = default;

std::vector<Result<HttpResponse>> Client::send_all(std::span<const RequestPlan> plans,
                                                   const Context& ctx) {
  std::vector<std::optional<Result<HttpResponse>>> results(plans.size());
  std::vector<std::string> keys(plans.size());
  std::vector<std::size_t> missing;
  const Result<void> may_go_on = ctx.check();
  if (ctx.requests != nullptr && may_go_on) *ctx.requests += static_cast<int>(plans.size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!may_go_on) {
      results[i] = Result<HttpResponse>(may_go_on.error());
      continue;
    }
    keys[i] = cache_key(plans[i]);
    if (auto cached = impl_->cached(plans[i], keys[i])) {
      results[i] = Result<HttpResponse>(std::move(*cached));
    } else if (impl_->offline(plans[i])) {
      results[i] = Result<HttpResponse>(offline_error(plans[i]));
    } else {
      missing.push_back(i);
    }
  }
  if (!missing.empty()) impl_->fetch(plans, keys, missing, ctx, results);
  std::vector<Result<HttpResponse>> out;
  out.reserve(results.size());
  for (auto& result : results) out.push_back(std::move(*result));
  return out;
}

Result<HttpResponse> Client::send(const RequestPlan& plan, const Context& ctx) {
  return std::move(send_all({&plan, 1}, ctx).front());
}

Traffic Client::traffic() const {
  const SchedulerCounts counts = impl_->scheduler.counts();
  return {.requests = counts.requests,
          .cache_hits = impl_->cache_hits.load(),
          .retries = counts.retries};
}

}  // namespace ev::net
