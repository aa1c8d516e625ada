// When and whether to try again: pure functions, no clock, no randomness of their own.
// Delay before try n+1 after n failures: max(Retry-After, min(cap, base * 2^(n-1))) plus jitter
// above that floor (full floor kept, so a server's wish is never undercut; the scheme of Nix's file
// transfer). Retry-After: RFC 9110 10.2.3, seconds or one of the three HTTP date forms of 5.6.7.
#pragma once

#include "base/clock.hpp"
#include "net/request.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace ev::net {

struct RetryPolicy {
  Nanos base = std::chrono::seconds(1);
  Nanos cap = limits::kRetryWaitCap;  // of the doubling; a longer Retry-After is obeyed
  double jitter = 0.25;               // at most this fraction of the floor is added
  int tries = limits::kTries;
};

// `failures` >= 1; `unit_random` in [0, 1).
Nanos retry_delay(int failures, std::optional<Nanos> retry_after, double unit_random,
                  const RetryPolicy& policy = {});

// nullopt when absent or unreadable; a date in the past is zero; at most 30 days.
std::optional<Nanos> parse_retry_after(std::string_view value, std::chrono::seconds unix_now);

// One of the three forms, since 1970; nullopt for anything else.
std::optional<std::chrono::seconds> parse_http_date(std::string_view value);

// What the reply asks for: the source's own figure, else the header.
std::optional<Nanos> wanted_wait(const Classified& classified, const HttpResponse& response,
                                 std::chrono::seconds unix_now);

// The default classification by status: no word of a body is looked at.
Classified classify_http(const HttpResponse& response);

}  // namespace ev::net
