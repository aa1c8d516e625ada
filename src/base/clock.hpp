// Clock: the only source of time. Code that must be testable or repeatable takes a Clock&; tests
// pass a fake one that advances when waited on. Thread rule: every member may be called from any
// thread.
#pragma once

#include <chrono>
#include <string>

namespace ev {

using Nanos = std::chrono::nanoseconds;
// A point on the boot-time axis: monotonic, shared by all processes of one boot.
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Nanos>;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint now() const = 0;                   // monotonic
  virtual std::chrono::seconds unix_time() const = 0;  // wall clock, seconds since 1970 UTC
};

class SystemClock final : public Clock {
 public:
  TimePoint now() const override;
  std::chrono::seconds unix_time() const override;
};

// "2026-11-21" (UTC).
std::string iso_date(std::chrono::seconds unix_time);
// "2026-11-21T09:30:00Z".
std::string iso_time(std::chrono::seconds unix_time);

}  // namespace ev
