#include "net/flight.hpp"

#include "base/text.hpp"
#include "net/url.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ev::net {

namespace {

double in_seconds(Nanos wait) {
  return static_cast<double>(wait.count()) / 1e9;
}

// Whole seconds, rounded up, so that "retry in N s" is never too early.
double whole_seconds(Nanos wait) {
  return std::ceil(std::max(in_seconds(wait), 0.0));
}

std::string seconds_text(double seconds) {
  char out[48];
  std::snprintf(out, sizeof out, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
  return out;
}

std::string tries_text(const Flight& flight) {
  if (flight.failures.empty()) return "";
  const std::size_t n = flight.failures.size();
  const bool alike =
      std::all_of(flight.failures.begin(), flight.failures.end(),
                  [&](const std::string& f) { return f == flight.failures.front(); });
  return std::to_string(n) + (n == 1 ? " try failed (" : " tries failed (") +
         (alike ? flight.failures.front() + (n == 1 ? "" : " each time")
                : text::join(flight.failures, "; ")) +
         ")";
}

std::string stage_text(const Flight& flight, TimePoint now) {
  const std::string since = seconds_text(in_seconds(now - flight.stage_since));
  switch (flight.stage) {
    case Stage::backing_off:
      return "waiting to try again";
    case Stage::queued:
      return "waiting behind other requests to this service for " + since;
    case Stage::reserved:
      return "waiting for its turn within the rate limit for " + since;
    case Stage::flying:
      return "no complete reply after " + since;
  }
  return "";
}

std::string safe(const Flight& flight, std::string_view text) {
  return text::ellipsize(redact(text, flight.wire.secrets), 400);
}

Error make(const Flight& flight, Errc code, std::string_view message) {
  return Error{.code = code, .message = safe(flight, message), .source = flight.plan.source};
}

constexpr const char* kFewer = "ask for fewer records, or call again: finished requests are cached";

std::string later(Nanos wait) {
  return "call again in " + std::to_string(static_cast<long>(whole_seconds(wait))) + " s";
}

}  // namespace

TimePoint Flight::deadline() const {
  TimePoint last = TimePoint::min();
  for (const Waiter& waiter : waiters) last = std::max(last, waiter.deadline);
  return last;
}

TimePoint Flight::first_deadline() const {
  TimePoint first = TimePoint::max();
  for (const Waiter& waiter : waiters) first = std::min(first, waiter.deadline);
  return first;
}

Error cancelled_error(const Flight& flight) {
  return Error{.code = Errc::cancelled, .message = "cancelled", .source = flight.plan.source};
}

Error deadline_error(const Flight& flight, TimePoint now) {
  std::string message = flight.plan.source + ": the call's time ended: ";
  message += stage_text(flight, now);
  if (!flight.failures.empty()) message += "; before that " + tries_text(flight);
  Error error = make(flight, Errc::timeout, message);
  error.recovery = kFewer;
  return error;
}

Error no_slot_error(const Flight& flight, Nanos wait) {
  std::string message = flight.plan.source +
                        ": the rate limit that all processes of this user share leaves no request "
                        "before the call's deadline; the next is free in " +
                        seconds_text(in_seconds(wait));
  if (!flight.failures.empty()) message += "; " + tries_text(flight);
  Error error = make(flight, Errc::rate_limited, message);
  error.retry_after_s = whole_seconds(wait);
  error.recovery = later(wait);
  return error;
}

Error blocked_error(const Flight& flight, Nanos wait) {
  const auto minutes = static_cast<long>(std::ceil(in_seconds(wait) / 60));
  Error error = make(flight, Errc::upstream_unavailable,
                     flight.plan.source +
                         ": the service has blocked this IP address; no process of "
                         "this user sends it anything for " +
                         std::to_string(minutes) + " min");
  error.blocked = true;
  error.retry_after_s = whole_seconds(wait);
  error.recovery =
      "wait; if the block stays, write to the service's help desk "
      "with the IP address and the time";
  return error;
}

Error given_up_error(const Flight& flight, Verdict verdict, std::optional<Nanos> wait) {
  const bool rate = verdict == Verdict::rate;
  std::string message = flight.plan.source + ": " + tries_text(flight);
  if (wait) {
    message += "; the next try would be in " + seconds_text(in_seconds(*wait)) +
               ", after the call's deadline";
  }
  Error error = make(flight, rate ? Errc::rate_limited : flight.failure_code, message);
  if (wait) error.retry_after_s = whole_seconds(*wait);
  error.recovery =
      wait ? later(*wait)
           : "call again later; `evidence-mcp doctor --network` tells which services answer";
  return error;
}

Error verdict_error(const Flight& flight, const Classified& classified, std::optional<Nanos> wait) {
  Errc code = classified.code;
  const bool unset = code == Errc::upstream_unavailable;
  std::string what = classified.reason.empty() ? to_string(classified.verdict) : classified.reason;
  if (classified.verdict == Verdict::budget && unset) code = Errc::budget_exhausted;
  if (classified.verdict == Verdict::expired && unset) code = Errc::not_found;
  Error error = make(flight, code, flight.plan.source + ": " + what);
  if (wait) error.retry_after_s = whole_seconds(*wait);
  if (classified.verdict == Verdict::budget) {
    error.recovery = "wait until the budget is renewed, or set a key with a larger one";
  }
  if (classified.verdict == Verdict::expired) {
    error.expired = true;
    error.recovery = "start the search again";
  }
  return error;
}

Error transport_error(const Flight& flight, const TransportError& error) {
  std::string message = flight.plan.source + ": " + error.message;
  if (!error.too_large) return make(flight, Errc::upstream_unavailable, message);
  message += " (the limit for one reply)";
  Error out = make(flight, Errc::upstream_unavailable, message);
  out.recovery = "ask for fewer records at once";
  return out;
}

}  // namespace ev::net
