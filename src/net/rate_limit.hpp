// The limiter all processes of one user share: per service and identity one 64-byte record file
// that says when the next request may start (GCRA with burst 1, "virtual next start"). A caller
// reserves a start time under flock, unlocks, waits by itself, and claims it right before it sends:
// a late start keeps its distance from the one before, so that no slot is lost to a busy machine
// and none bunch up. A process that dies after reserving wastes one slot and nothing else. A 429
// moves everybody's next start to now + max(Retry-After, 2 s) * min(2^(n-1), 8), n = how many times
// in a row; a block stops the service for an hour. Times are boot-time nanoseconds with the boot's
// id beside them; a record from another boot, damaged, or more than 10 min in the future is started
// afresh. Without a usable folder the limit holds within this process only, at half the rate (one
// log line). Thread rule: one object, one thread (the HTTP thread).
#pragma once

#include "base/clock.hpp"
#include "net/limit_book.hpp"
#include "net/request.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::net {

// Name of the state file: service + "-" + 16 hex of SHA-256(host:port + key). invalid_argument for
// a bad URL.
Result<std::string> limiter_identity(const HostPolicy& policy, std::string_view url);

struct Slot {
  enum class Kind {
    granted,   // start at `start`
    too_late,  // could start only at `start`, after the deadline; nothing was reserved
    blocked,   // the service is blocked until `start`
    busy,      // somebody holds the lock this very moment; ask again in a few milliseconds
  };
  Kind kind = Kind::granted;
  TimePoint start{};
};

// Whether a granted slot may be used now.
struct Claim {
  enum class Kind {
    start,  // now
    wait,   // the start before was late: ask again at `until`
    lost,   // a 429 or a block came in between: reserve again
  };
  Kind kind = Kind::start;
  TimePoint until{};
};

struct LimiterStatus {
  std::string identity;
  Nanos next_start_in{0};
  Nanos paused_for{0};  // after a 429
  Nanos blocked_for{0};
  std::uint32_t consecutive_429 = 0;
  Nanos gap{0};
};

class RateLimiter {
 public:
  static constexpr Nanos kBlock = std::chrono::hours(1);

  // `boot` identifies the boot the clock counts from; tests set it.
  // `book`: where several machines share their budgets; while it cannot be used, this machine goes
  // by the folder at half the rate.
  RateLimiter(std::filesystem::path dir, const Clock& clock,
              std::optional<std::uint64_t> boot = std::nullopt, LimitBook* book = nullptr);

  Slot reserve(const std::string& identity, Nanos gap, TimePoint deadline);
  // Right before a request is sent.
  Claim claim(const std::string& identity, const Slot& slot, Nanos gap);
  // Returns an unused slot, which helps only while nobody has reserved behind it.
  void give_back(const std::string& identity, const Slot& slot, Nanos gap);

  void on_success(const std::string& identity);
  // A 429. Replies to requests that had left before the pause began do not count as a further one.
  void on_rate(const std::string& identity, std::optional<Nanos> retry_after);
  // A Retry-After without a 429 (503): everybody waits, nothing is counted.
  void on_pause(const std::string& identity, Nanos retry_after);
  void on_blocked(const std::string& identity);

  bool shared() const { return shared_; }

 private:
  template <class Change>
  bool with_record(const std::string& identity, Change change);
  template <class Change>
  bool with_book(const std::string& identity, Change change);
  template <class Change>
  void insist(const std::string& identity, Change change);
  template <class Change>
  bool with_local(const std::string& identity, Change change);
  void fall_back(const Error& why);
  Claim claim_once(const std::string& identity, const Slot& slot, Nanos gap, TimePoint& told);
  int file_factor() const { return book_ == nullptr ? 1 : 2; }

  std::filesystem::path dir_;
  const Clock& clock_;
  std::uint64_t boot_;
  LimitBook* const book_;
  TimePoint without_book_until_{};
  bool book_failure_noted_ = false;
  bool shared_ = false;
  int local_factor_ = 1;  // 2 when the folder was wanted but is not usable
  std::map<std::string, LimitRecord> local_;
  std::map<std::string, TimePoint> busy_since_;
};

// Every readable record in the folder, sorted by identity, for `doctor`.
std::vector<LimiterStatus> limiter_status(const std::filesystem::path& dir, const Clock& clock);
// Identifies the running boot; 0 where the system does not tell.
std::uint64_t boot_id();

}  // namespace ev::net
