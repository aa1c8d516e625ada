#include "net/scheduler.hpp"

#include "base/guarded.hpp"
#include "base/log.hpp"
#include "net/flight.hpp"
#include "net/rate_limit.hpp"
#include "net/retry.hpp"
#include "net/url.hpp"
#include "net/wire.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

namespace ev::net {

using namespace std::chrono_literals;

namespace {

constexpr Nanos kBusyRetry = 2ms;
constexpr Nanos kRateFloor = 2s;         // E-utilities' penalty when Retry-After is missing
constexpr Nanos kTransferSlack = 250ms;  // the engine's own timeout is only a backstop
constexpr Nanos kDownTime = 60s;         // a service that failed every try is spared this long:
constexpr int kTriesWhenDown = 2;        // who asks meanwhile learns it soon; so does, while no
                                         // service replies at all, who asks another one

using FlightPtr = std::unique_ptr<Flight>;

}  // namespace

struct Scheduler::Impl {
  struct Inbox {
    std::vector<std::pair<Ticket, Job>> jobs;
    std::vector<Ticket> cancelled;
    Ticket next_ticket = 1;
    bool stopping = false;
  };
  struct Lane {
    std::deque<Flight*> queue;
    int active = 0;  // reserved or flying
  };

  explicit Impl(SchedulerOptions o)
      : options(std::move(o)),
        limiter(options.limiter_dir, *options.clock, std::nullopt, options.limit_book),
        random(options.jitter_seed) {}

  // --- the thread -------------------------------------------------------------------------------
  void run() {
    while (take_inbox()) {
      ring_alarms();
      const TimePoint until = alarms.empty() ? TimePoint::max() : alarms.begin()->first;
      for (Completion& completion : engine->poll(until)) land(completion);
    }
  }

  // False when the scheduler is stopping.
  bool take_inbox() {
    Inbox taken;
    {
      auto locked = inbox.lock();
      if (locked->stopping) return false;
      taken.jobs.swap(locked->jobs);
      taken.cancelled.swap(locked->cancelled);
    }
    // Leaving first returns slots that the new ones can use; some may leave before they have
    // entered.
    for (const Ticket ticket : taken.cancelled) leave(ticket);
    for (auto& [ticket, job] : taken.jobs) enter(ticket, std::move(job));
    for (const Ticket ticket : taken.cancelled) leave(ticket);
    return true;
  }

  void ring_alarms() {
    const TimePoint now = options.clock->now();
    while (!alarms.empty() && alarms.begin()->first <= now) {
      Flight& flight = *flights.at(alarms.begin()->second);
      alarms.erase(alarms.begin());
      flight.alarm = TimePoint::max();
      if (!expire_waiters(flight, now)) continue;
      if (flight.due <= now) {
        advance(flight);
      } else {
        set_alarm(flight);
      }
    }
  }

  void set_alarm(Flight& flight) {
    const TimePoint when = std::min(flight.due, flight.first_deadline());
    if (when == flight.alarm) return;
    alarms.erase({flight.alarm, flight.id});
    flight.alarm = when;
    if (when != TimePoint::max()) alarms.insert({when, flight.id});
  }

  void to_stage(Flight& flight, Stage stage, TimePoint due) {
    flight.stage = stage;
    flight.stage_since = options.clock->now();
    flight.due = due;
    set_alarm(flight);
  }

  // --- entering and leaving ---------------------------------------------------------------------
  void enter(Ticket ticket, Job job) {
    const TimePoint now = options.clock->now();
    Waiter waiter{ticket, job.deadline, std::move(job.done)};
    if (const auto it = shared.find(job.key); !job.key.empty() && it != shared.end()) {
      it->second->waiters.push_back(std::move(waiter));
      of_ticket[ticket] = it->second;
      set_alarm(*it->second);
      return;
    }
    Result<WireRequest> wire = make_wire(job.plan, options.user_agent);
    Result<std::string> identity = limiter_identity(job.plan.policy, job.plan.url);
    if (!wire || !identity) {
      Error error = wire ? identity.error() : wire.error();
      error.source = job.plan.source;
      return waiter.done(std::move(error));
    }
    auto flight = std::make_unique<Flight>();
    flight->id = ticket;
    flight->plan = std::move(job.plan);
    flight->wire = std::move(*wire);
    flight->key = std::move(job.key);
    flight->tag = std::move(job.tag);
    flight->identity = std::move(*identity);
    flight->waiters.push_back(std::move(waiter));
    flight->stage_since = now;
    Flight& entered = *flight;
    of_ticket[ticket] = &entered;
    if (!entered.key.empty()) shared[entered.key] = &entered;
    flights.emplace(entered.id, std::move(flight));
    if (!expire_waiters(entered, now) || shed(entered, now)) return;
    join_lane(entered, false);
  }

  // A job that cannot start in time even if all before it go through at once is told so at once.
  bool shed(Flight& flight, TimePoint now) {
    const Nanos gap = flight.plan.policy.gap;
    const auto ahead = static_cast<std::int64_t>(lanes[flight.identity].queue.size());
    const Nanos wait = gap * ahead;
    if (flight.deadline() - now > wait) return false;
    flight.stage = Stage::backing_off;  // in no lane yet
    finish(flight, no_slot_error(flight, wait));
    return true;
  }

  void leave(Ticket ticket) {
    const auto it = of_ticket.find(ticket);
    if (it == of_ticket.end()) return;
    Flight& flight = *it->second;
    answer_waiters(
        flight, [&](const Waiter& w) { return w.ticket == ticket; }, cancelled_error(flight));
    if (flight.waiters.empty()) drop(flight);
  }

  // False when nobody is left and the flight is gone.
  bool expire_waiters(Flight& flight, TimePoint now) {
    if (flight.first_deadline() > now) return true;
    answer_waiters(
        flight, [&](const Waiter& w) { return w.deadline <= now; }, deadline_error(flight, now));
    if (!flight.waiters.empty()) return true;
    drop(flight);
    return false;
  }

  template <class Which>
  void answer_waiters(Flight& flight, Which which, const Error& error) {
    auto& all = flight.waiters;
    const auto first =
        std::stable_partition(all.begin(), all.end(), [&](const Waiter& w) { return !which(w); });
    std::vector<Waiter> leaving(std::make_move_iterator(first), std::make_move_iterator(all.end()));
    all.erase(first, all.end());
    // The transfer ends before the caller hears of it.
    if (all.empty() && !leaving.empty()) release(flight);
    for (Waiter& waiter : leaving) {
      of_ticket.erase(waiter.ticket);
      waiter.done(error);
    }
  }

  // Takes the flight out of its lane and off the wire; harmless when done before.
  void release(Flight& flight) {
    Lane& lane = lanes[flight.identity];
    if (flight.stage == Stage::queued) std::erase(lane.queue, &flight);
    if (flight.stage == Stage::flying) engine->cancel(flight.id);
    if (flight.stage == Stage::reserved && flight.slot) {
      limiter.give_back(flight.identity, *flight.slot, flight.plan.policy.gap);
    }
    const bool held = flight.stage == Stage::reserved || flight.stage == Stage::flying;
    flight.slot.reset();
    flight.stage = Stage::backing_off;
    if (!held) return;
    --lane.active;
    dirty.insert(flight.identity);
  }

  void drop(Flight& flight) {
    release(flight);
    alarms.erase({flight.alarm, flight.id});
    if (!flight.key.empty()) shared.erase(flight.key);
    flights.erase(flight.id);
    pump_dirty();
  }

  void finish(Flight& flight, Result<HttpResponse> result) {
    release(flight);
    if (!flight.key.empty()) shared.erase(flight.key);
    flight.key.clear();
    std::vector<Waiter> waiters = std::exchange(flight.waiters, {});
    drop(flight);
    for (std::size_t i = 0; i < waiters.size(); ++i) {
      of_ticket.erase(waiters[i].ticket);
      waiters[i].done(i + 1 < waiters.size() ? result : std::move(result));
    }
  }

  // --- lanes ------------------------------------------------------------------------------------
  void join_lane(Flight& flight, bool in_front) {
    auto& queue = lanes[flight.identity].queue;
    if (in_front) {
      queue.push_front(&flight);
    } else {
      queue.push_back(&flight);
    }
    to_stage(flight, Stage::queued, TimePoint::max());
    dirty.insert(flight.identity);
    pump_dirty();
  }

  // A flight that ends inside the loop marks lanes instead of pumping them again.
  void pump_dirty() {
    if (pumping) return;
    pumping = true;
    while (!dirty.empty()) {
      const std::string identity = *dirty.begin();
      dirty.erase(dirty.begin());
      pump(lanes[identity]);
    }
    pumping = false;
  }

  void pump(Lane& lane) {
    while (!lane.queue.empty() &&
           lane.active < std::max(1, lane.queue.front()->plan.policy.concurrency)) {
      Flight& flight = *lane.queue.front();
      lane.queue.pop_front();
      ++lane.active;
      flight.stage = Stage::reserved;
      flight.stage_since = options.clock->now();
      reserve(flight);
    }
  }

  void reserve(Flight& flight) {
    const TimePoint now = options.clock->now();
    const Slot slot = limiter.reserve(flight.identity, flight.plan.policy.gap, flight.deadline());
    switch (slot.kind) {
      case Slot::Kind::blocked:
        return finish(flight, blocked_error(flight, slot.start - now));
      case Slot::Kind::too_late:
        return finish(flight, no_slot_error(flight, slot.start - now));
      case Slot::Kind::busy:
        flight.due = now + kBusyRetry;
        return set_alarm(flight);
      case Slot::Kind::granted:
        break;
    }
    flight.slot = slot;
    flight.due = slot.start;
    if (slot.start <= now) return launch(flight);
    set_alarm(flight);
  }

  void launch(Flight& flight) {
    const Claim claim = limiter.claim(flight.identity, *flight.slot, flight.plan.policy.gap);
    switch (claim.kind) {
      case Claim::Kind::start:
        return take_off(flight);
      case Claim::Kind::wait:
        flight.due = claim.until;
        return set_alarm(flight);
      case Claim::Kind::lost:
        flight.slot.reset();
        return reserve(flight);
    }
  }

  // The flight's stage is due.
  void advance(Flight& flight) {
    flight.due = TimePoint::max();
    if (flight.stage == Stage::backing_off) return join_lane(flight, true);
    if (flight.stage != Stage::reserved) return set_alarm(flight);
    if (flight.slot) return launch(flight);
    reserve(flight);
  }

  void take_off(Flight& flight) {
    flight.slot.reset();
    if (flight.tries++ == 0) flight.replies_before = replies;
    ++requests;
    if (flight.tries > 1) ++retries;
    to_stage(flight, Stage::flying, TimePoint::max());
    const Nanos left = std::min<Nanos>(flight.deadline() - flight.stage_since, 1h);
    flight.wire.timeout = std::chrono::ceil<std::chrono::milliseconds>(left + kTransferSlack);
    engine->start(flight.id, flight.wire);
  }

  // --- replies ----------------------------------------------------------------------------------
  void land(Completion& completion) {
    const auto it = flights.find(completion.id);
    if (it == flights.end()) return;
    Flight& flight = *it->second;
    --lanes[flight.identity].active;
    dirty.insert(flight.identity);
    flight.stage = Stage::backing_off;
    flight.due = TimePoint::max();
    if (completion.failed) {
      log_try(flight, "failed", completion.error.message);
      on_transport_error(flight, completion.error);
    } else {
      hide_keys(flight, completion.response);
      judge(flight, completion.response);
    }
    pump_dirty();
  }

  // A service may give back what it was sent. Addresses of people stay: records hold them, too.
  void hide_keys(const Flight& flight, HttpResponse& response) const {
    constexpr std::size_t kLeast = 8;
    std::vector<std::string> keys = options.keys;
    keys.insert(keys.end(), flight.wire.secrets.begin(), flight.wire.secrets.end());
    std::erase_if(keys, [](const std::string& key) {
      return key.size() < kLeast || key.find('@') != std::string::npos;
    });
    const auto is_in = [](const std::string& text, const std::string& key) {
      return text.find(key) != std::string::npos ||
             text.find(percent_encode(key)) != std::string::npos;
    };
    const auto clean = [&](std::string& text) {
      if (std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return is_in(text, key); }))
        text = remove_secrets(text, keys);
    };
    clean(response.body);
    for (auto& [name, value] : response.headers) clean(value);
  }

  void on_transport_error(Flight& flight, const TransportError& error) {
    if (!error.transient) return finish(flight, transport_error(flight, error));
    flight.failure_code = Errc::upstream_unavailable;
    retry(flight, Verdict::transient, error.message, std::nullopt);
  }

  // classify() comes from outside this floor; whatever it throws must not end the thread.
  static Classified classify(const Flight& flight, const HttpResponse& response) {
    try {
      return flight.plan.classify ? flight.plan.classify(response) : classify_http(response);
    } catch (...) {
      return {.verdict = Verdict::permanent,
              .reason = "the reply could not be read",
              .code = Errc::upstream_changed};
    }
  }

  void judge(Flight& flight, HttpResponse& response) {
    ++replies;
    cut_off_until = TimePoint::min();
    const Classified verdict = classify(flight, response);
    const auto wait = wanted_wait(verdict, response, options.clock->unix_time());
    log_try(flight, to_string(verdict.verdict), verdict.reason, response.status);
    flight.failure_code = verdict.code;
    switch (verdict.verdict) {
      case Verdict::ok:
        limiter.on_success(flight.identity);
        down.erase(flight.identity);
        return finish(flight, std::move(response));
      case Verdict::rate:
        limiter.on_rate(flight.identity, wait);
        return retry(flight, verdict.verdict, verdict.reason,
                     std::max(wait.value_or(0ns), kRateFloor));
      case Verdict::transient:
        if (wait) limiter.on_pause(flight.identity, *wait);
        return retry(flight, verdict.verdict, verdict.reason, wait);
      case Verdict::blocked:
        return block(flight, verdict.reason);
      case Verdict::budget:
      case Verdict::expired:
      case Verdict::permanent:
        return finish(flight, verdict_error(flight, verdict, wait));
    }
  }

  void retry(Flight& flight, Verdict verdict, const std::string& why, std::optional<Nanos> wanted) {
    flight.failures.push_back(why.empty() ? to_string(verdict) : why);
    const TimePoint now = options.clock->now();
    if (flight.tries >= tries_of(flight, now)) {
      if (verdict == Verdict::transient && flight.tries >= limits::kTries) {
        down[flight.identity] = now + kDownTime;
        if (replies == flight.replies_before) cut_off_until = now + kDownTime;
      }
      return finish(flight, given_up_error(flight, verdict, std::nullopt));
    }
    const double unit = static_cast<double>(random() >> 11) * 0x1.0p-53;
    const Nanos wait = retry_delay(flight.tries, wanted, unit);
    if (flight.deadline() - now <= wait) {
      return finish(flight, given_up_error(flight, verdict, wait));
    }
    to_stage(flight, Stage::backing_off, now + wait);
  }

  int tries_of(const Flight& flight, TimePoint now) const {
    const auto it = down.find(flight.identity);
    const bool is_down = it != down.end() && now < it->second;
    const bool cut_off = now < cut_off_until;
    return is_down || cut_off ? std::min(flight.plan.tries, kTriesWhenDown) : flight.plan.tries;
  }

  // Everything of the service that is not on the wire ends at once, in every process.
  void block(Flight& flight, const std::string& reason) {
    const std::string identity = flight.identity;
    limiter.on_blocked(identity);
    log(Level::error, "blocked",
        {{"service", identity}, {"reason", redact(reason, flight.wire.secrets)}});
    std::vector<std::uint64_t> ending;
    for (const auto& [id, other] : flights) {
      if (other->identity == identity && other->stage != Stage::flying) ending.push_back(id);
    }
    for (const std::uint64_t id : ending) {
      const auto it = flights.find(id);
      if (it != flights.end()) finish(*it->second, blocked_error(*it->second, RateLimiter::kBlock));
    }
  }

  static void log_try(const Flight& flight, std::string_view outcome, std::string_view reason,
                      int status = 0) {
    const bool fine = outcome == "ok";
    const Level level = fine ? Level::debug : Level::info;
    if (!log_enabled(level)) return;
    log(level, "http",
        {{"call", flight.tag},
         {"source", flight.plan.source},
         {"try", flight.tries},
         {"status", status},
         {"outcome", outcome},
         {"reason", redact(reason, flight.wire.secrets)},
         {"request", redact(flight.wire.label, flight.wire.secrets)}});
  }

  // Answers everything that is left; the thread has ended.
  void clear() {
    std::vector<std::pair<Ticket, Job>> waiting;
    inbox.lock()->jobs.swap(waiting);
    for (auto& [ticket, job] : waiting) {
      job.done(Error{.code = Errc::cancelled, .message = "cancelled"});
    }
    pumping = true;  // nothing starts any more
    while (!flights.empty()) {
      Flight& flight = *flights.begin()->second;
      finish(flight, cancelled_error(flight));
    }
  }

  SchedulerOptions options;
  RateLimiter limiter;
  std::mt19937_64 random;
  std::unique_ptr<Engine> engine;
  std::map<std::uint64_t, FlightPtr> flights;
  std::map<std::string, Flight*> shared;  // by key
  std::map<Ticket, Flight*> of_ticket;
  std::map<std::string, Lane> lanes;      // by identity
  std::map<std::string, TimePoint> down;  // by identity, until when
  std::uint64_t replies = 0;              // of any service, whatever they said
  TimePoint cut_off_until = TimePoint::min();
  std::set<std::string> dirty;  // lanes with room
  bool pumping = false;
  std::set<std::pair<TimePoint, std::uint64_t>> alarms;  // the time-ordered queue
  Guarded<Inbox> inbox;
  std::once_flag started;
  std::thread thread;
  std::atomic<std::uint64_t> requests{0};
  std::atomic<std::uint64_t> retries{0};
};

Scheduler::Scheduler(SchedulerOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

Scheduler::~Scheduler() {
  impl_->inbox.lock()->stopping = true;
  if (impl_->thread.joinable()) {
    impl_->engine->wake();
    impl_->thread.join();
  }
  impl_->clear();
}

std::vector<Scheduler::Ticket> Scheduler::submit(std::vector<Job> jobs) {
  std::vector<Ticket> tickets;
  tickets.reserve(jobs.size());
  std::call_once(impl_->started, [this] {
    impl_->engine = impl_->options.make_engine();
    impl_->thread = std::thread([impl = impl_.get()] { impl->run(); });
  });
  {
    auto inbox = impl_->inbox.lock();
    for (Job& job : jobs) {
      tickets.push_back(inbox->next_ticket);
      inbox->jobs.emplace_back(inbox->next_ticket++, std::move(job));
    }
  }
  impl_->engine->wake();
  return tickets;
}

void Scheduler::cancel(std::span<const Ticket> tickets) {
  if (tickets.empty()) return;
  {
    auto inbox = impl_->inbox.lock();
    inbox->cancelled.insert(inbox->cancelled.end(), tickets.begin(), tickets.end());
  }
  impl_->engine->wake();
}

SchedulerCounts Scheduler::counts() const {
  return {.requests = impl_->requests.load(), .retries = impl_->retries.load()};
}

}  // namespace ev::net
