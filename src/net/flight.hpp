// One transfer with its tries, and those who wait for it; and the sentences that tell them how it
// ended. Used by the scheduler only. Thread rule: HTTP thread.
#pragma once

#include "base/clock.hpp"
#include "net/engine.hpp"
#include "net/rate_limit.hpp"
#include "net/request.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ev::net {

struct Waiter {
  std::uint64_t ticket = 0;
  TimePoint deadline{};
  std::function<void(Result<HttpResponse>)> done;
};

enum class Stage {
  backing_off,  // after a failed try
  queued,       // for a place in the lane
  reserved,     // has a place, waits for its start time
  flying,
};

struct Flight {
  std::uint64_t id = 0;
  RequestPlan plan;
  WireRequest wire;
  std::string key;
  std::string tag;
  std::string identity;  // limiter's and lane's
  std::vector<Waiter> waiters;
  Stage stage = Stage::queued;
  std::optional<Slot> slot;  // while reserved
  TimePoint stage_since{};
  TimePoint due = TimePoint::max();    // when the stage wants attention
  TimePoint alarm = TimePoint::max();  // entry in the time-ordered queue
  int tries = 0;
  std::uint64_t replies_before = 0;                // of all services, at the first try
  std::vector<std::string> failures;               // one short text per failed try
  Errc failure_code = Errc::upstream_unavailable;  // of the last of them

  TimePoint deadline() const;        // the last of the waiters'
  TimePoint first_deadline() const;  // the first of the waiters'
};

Error cancelled_error(const Flight& flight);
// The deadline passed in the flight's present stage.
Error deadline_error(const Flight& flight, TimePoint now);
// The limiter has no slot before the deadline.
Error no_slot_error(const Flight& flight, Nanos wait);
Error blocked_error(const Flight& flight, Nanos wait);
// Tries used up, or the next one would come after the deadline (`wait` from now).
Error given_up_error(const Flight& flight, Verdict verdict, std::optional<Nanos> wait);
Error verdict_error(const Flight& flight, const Classified& classified, std::optional<Nanos> wait);
Error transport_error(const Flight& flight, const TransportError& error);

}  // namespace ev::net
