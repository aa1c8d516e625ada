#include "net/rate_limit.hpp"

#include "base/hash.hpp"
#include "base/log.hpp"
#include "base/record_file.hpp"
#include "base/text.hpp"
#include "net/url.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <thread>

namespace ev::net {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t kMagic = 0x524c5645;  // "EVLR"
constexpr std::uint32_t kVersion = 1;
constexpr Nanos kFarthest = 10min;  // a start or pause beyond it is a clock jump or garbage
constexpr Nanos kPenaltyFloor = 2s;
constexpr Nanos kBusyPatience = 500ms;  // a lock is held for microseconds
constexpr Nanos kBusyLook = 1ms;        // until one is looked for again
constexpr int kClaims = 4;
constexpr std::uint32_t kLargestCount = 1000;
constexpr Nanos kBookPause = 5s;  // between looks at a book that failed

// Between a late start and the next: of gaps of 400 ms still no four in a second.
Nanos least_distance(Nanos gap) {
  return gap - gap / 16;
}

// The record as it lies in the file, in the byte order of the machine that shares it.
struct Layout {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t boot;
  std::int64_t next_start_ns;
  std::int64_t not_before_ns;
  std::int64_t blocked_until_ns;
  std::int64_t gap_ns;
  std::uint32_t consecutive_429;
  std::uint32_t since_last_us;  // from the last start to next_start; 0 = none, or long ago
  std::uint64_t checksum;
};
static_assert(sizeof(Layout) == LimitRecord::kBytes);

std::uint64_t fnv1a(std::span<const unsigned char> bytes) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
  return hash;
}

TimePoint at(std::int64_t ns) {
  return TimePoint(Nanos(ns));
}
std::int64_t ns(TimePoint t) {
  return t.time_since_epoch().count();
}

std::uint32_t microseconds(Nanos span) {
  constexpr Nanos kLongest = 1h;
  if (span <= Nanos(0) || span > kLongest) return 0;
  return static_cast<std::uint32_t>(std::chrono::ceil<std::chrono::microseconds>(span).count());
}

Slot take_slot(LimitRecord& record, TimePoint now, Nanos gap, TimePoint deadline) {
  if (record.blocked_until > now) return {Slot::Kind::blocked, record.blocked_until};
  const TimePoint start = std::max({now, record.next_start, record.not_before});
  if (start > deadline) return {Slot::Kind::too_late, start};
  record.next_start = start + gap;
  record.gap = gap;
  return {Slot::Kind::granted, start};
}

void count_429(LimitRecord& record, TimePoint now, std::optional<Nanos> retry_after) {
  const bool new_episode = record.not_before <= now || record.consecutive_429 == 0;
  if (new_episode) record.consecutive_429 = std::min(record.consecutive_429 + 1, kLargestCount);
  const int doublings = static_cast<int>(std::min<std::uint32_t>(record.consecutive_429 - 1, 3));
  const Nanos wanted =
      std::min(std::max(retry_after.value_or(kPenaltyFloor), kPenaltyFloor), kFarthest);
  const Nanos pause = std::min<Nanos>(wanted * (1 << doublings), kFarthest);
  record.not_before = std::max(record.not_before, now + pause);
}

LimiterStatus status_of(std::string identity, const LimitRecord& record, TimePoint now) {
  const auto ahead = [now](TimePoint t) { return std::max<Nanos>(t - now, Nanos(0)); };
  return {.identity = std::move(identity),
          .next_start_in = ahead(record.next_start),
          .paused_for = ahead(record.not_before),
          .blocked_for = ahead(record.blocked_until),
          .consecutive_429 = record.consecutive_429,
          .gap = record.gap};
}

fs::path file_of(const fs::path& dir, const std::string& identity) {
  return dir / (identity + ".state");
}

}  // namespace

Result<std::string> limiter_identity(const HostPolicy& policy, std::string_view url) {
  EV_TRY(const UrlParts parts, parse_url(url));
  const std::string who = parts.host + ":" + std::to_string(parts.port) + policy.key;
  std::string name;
  for (const char c : text::to_lower_ascii(policy.service)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    name += plain ? c : '_';
  }
  return name + "-" + sha256_hex(who).substr(0, 16);
}

LimitRecord::Bytes LimitRecord::encode(std::uint64_t boot) const {
  Layout layout{};
  layout.magic = kMagic;
  layout.version = kVersion;
  layout.boot = boot;
  layout.next_start_ns = ns(next_start);
  layout.not_before_ns = ns(not_before);
  layout.blocked_until_ns = ns(blocked_until);
  layout.gap_ns = gap.count();
  layout.consecutive_429 = consecutive_429;
  layout.since_last_us = last_start == TimePoint{} ? 0 : microseconds(next_start - last_start);
  Bytes bytes;
  std::memcpy(bytes.data(), &layout, kBytes);
  layout.checksum = fnv1a(std::span(bytes).first(offsetof(Layout, checksum)));
  std::memcpy(bytes.data(), &layout, kBytes);
  return bytes;
}

std::optional<LimitRecord> LimitRecord::decode(std::span<const unsigned char> bytes,
                                               std::uint64_t boot, TimePoint now) {
  if (bytes.size() != kBytes) return std::nullopt;
  Layout layout;
  std::memcpy(&layout, bytes.data(), kBytes);
  if (layout.magic != kMagic || layout.version != kVersion || layout.boot != boot)
    return std::nullopt;
  if (layout.checksum != fnv1a(bytes.first(offsetof(Layout, checksum)))) return std::nullopt;
  LimitRecord record{.next_start = at(layout.next_start_ns),
                     .not_before = at(layout.not_before_ns),
                     .blocked_until = at(layout.blocked_until_ns),
                     .last_start = layout.since_last_us == 0
                                       ? TimePoint{}
                                       : at(layout.next_start_ns) -
                                             std::chrono::microseconds(layout.since_last_us),
                     .consecutive_429 = std::min(layout.consecutive_429, kLargestCount),
                     .gap = Nanos(layout.gap_ns)};
  if (record.next_start > now + kFarthest || record.not_before > now + kFarthest ||
      record.blocked_until > now + RateLimiter::kBlock) {
    return std::nullopt;
  }
  return record;
}

RateLimiter::RateLimiter(fs::path dir, const Clock& clock, std::optional<std::uint64_t> boot,
                         LimitBook* book)
    : dir_(std::move(dir)), clock_(clock), boot_(boot ? *boot : boot_id()), book_(book) {
  if (dir_.empty()) return;
  if (auto usable = check_shared_dir(dir_); !usable) {
    fall_back(usable.error());
  } else {
    shared_ = true;
  }
}

void RateLimiter::fall_back(const Error& why) {
  shared_ = false;
  local_factor_ = 2;
  log(Level::warn, "limiter_not_shared",
      {{"reason", why.message}, {"effect", "half rate within this process"}});
}

// Runs change(record) under the lock and writes the record back when it returns true. False = the
// lock is held by somebody else.
template <class Change>
bool RateLimiter::with_record(const std::string& identity, Change change) {
  if (with_book(identity, change)) return true;
  if (!shared_) return with_local(identity, change);
  Result<RecordFile> file = RecordFile::open(file_of(dir_, identity));
  const Result<bool> locked = file ? file->try_lock() : Result<bool>(file.error());
  if (!locked) {
    fall_back(locked.error());
    return with_local(identity, change);
  }
  const TimePoint now = clock_.now();
  if (!*locked) {
    // A stopped process can hold the lock for long; then this one goes its own way at half rate.
    const TimePoint since = busy_since_.try_emplace(identity, now).first->second;
    if (now - since < kBusyPatience) return false;
    fall_back(Error{.message = "a stopped process holds the lock of " + identity});
    return with_local(identity, change);
  }
  busy_since_.erase(identity);
  LimitRecord::Bytes bytes;
  const std::size_t size = file->read(bytes);
  LimitRecord record =
      LimitRecord::decode(std::span(bytes).first(size), boot_, now).value_or(LimitRecord{});
  if (change(record, file_factor()) && !file->write(record.encode(boot_))) {
    fall_back(Error{.message = "cannot write the limiter's record"});
    return with_local(identity, change);
  }
  return true;
}

// False: there is no book, or it cannot be used for a moment.
template <class Change>
bool RateLimiter::with_book(const std::string& identity, Change change) {
  if (book_ == nullptr || clock_.now() < without_book_until_) return false;
  const Result<void> changed =
      book_->change(identity, [&change](LimitRecord& record) { return change(record, 1); });
  if (changed) {
    book_failure_noted_ = false;
    return true;
  }
  without_book_until_ = clock_.now() + kBookPause;
  if (!book_failure_noted_) {
    log(Level::warn, "limiter_not_shared",
        {{"reason", changed.error().message}, {"effect", "half rate on this machine"}});
  }
  book_failure_noted_ = true;
  return false;
}

// For what must not be lost: waits up to 10 ms for a lock that is held for microseconds.
template <class Change>
void RateLimiter::insist(const std::string& identity, Change change) {
  for (int i = 0; i < 50; ++i) {
    if (with_record(identity, change)) return;
    std::this_thread::sleep_for(200us);
  }
  log(Level::warn, "limiter_update_lost", {{"identity", identity}});
}

template <class Change>
bool RateLimiter::with_local(const std::string& identity, Change change) {
  change(local_[identity], std::max(local_factor_, file_factor()));
  return true;
}

Slot RateLimiter::reserve(const std::string& identity, Nanos gap, TimePoint deadline) {
  Slot slot{Slot::Kind::busy, {}};
  with_record(identity, [&](LimitRecord& record, int factor) {
    slot = take_slot(record, clock_.now(), gap * factor, deadline);
    return slot.kind == Slot::Kind::granted;
  });
  return slot;
}

Claim RateLimiter::claim(const std::string& identity, const Slot& slot, Nanos gap) {
  TimePoint told{};
  Claim claim;
  for (int i = 0; i < kClaims; ++i) {
    claim = claim_once(identity, slot, gap, told);
    // On a busy machine, or far from the book, telling of a start may take so long that the start
    // comes much later than it was told for: it is told anew.
    if (claim.kind != Claim::Kind::start || clock_.now() - told <= gap / 4) break;
  }
  return claim;
}

// `told`: when this start was told for before, if it was; then when it is now.
Claim RateLimiter::claim_once(const std::string& identity, const Slot& slot, Nanos gap,
                              TimePoint& told) {
  Claim claim{Claim::Kind::wait, clock_.now() + kBusyLook};
  with_record(identity, [&](LimitRecord& record, int factor) {
    const TimePoint now = clock_.now();
    const Nanos least = least_distance(gap * factor);
    const bool known = record.last_start != TimePoint{};
    // Who starts without telling (an older program) may start in the next slot.
    const bool missed = !known && gap > Nanos(0) && now > slot.start + gap / 4;
    if (record.not_before > now || record.blocked_until > now || missed) {
      claim.kind = Claim::Kind::lost;
      return false;
    }
    // What somebody else told of since then is a whole distance away.
    const bool own = told != TimePoint{} && record.last_start < told + least / 2;
    if (known && !own && now < record.last_start + least) {
      claim = {Claim::Kind::wait, record.last_start + least};
      return false;
    }
    claim = {};
    told = now;
    record.last_start = now;
    record.next_start = std::max(record.next_start, now + least);
    return true;
  });
  return claim;
}

void RateLimiter::give_back(const std::string& identity, const Slot& slot, Nanos gap) {
  insist(identity, [&](LimitRecord& record, int factor) {
    // To the moment, but for a book kept by another clock.
    const Nanos off = record.next_start - (slot.start + gap * factor);
    if (std::chrono::abs(off) > gap / 8) return false;
    record.next_start = std::max(slot.start, record.last_start + least_distance(gap * factor));
    return true;
  });
}

void RateLimiter::on_success(const std::string& identity) {
  insist(identity, [&](LimitRecord& record, int) {
    // Replies to requests from before a pause do not end it.
    if (record.consecutive_429 == 0 || record.not_before > clock_.now()) return false;
    record.consecutive_429 = 0;
    return true;
  });
}

void RateLimiter::on_rate(const std::string& identity, std::optional<Nanos> retry_after) {
  insist(identity, [&](LimitRecord& record, int) {
    count_429(record, clock_.now(), retry_after);
    return true;
  });
}

void RateLimiter::on_pause(const std::string& identity, Nanos retry_after) {
  insist(identity, [&](LimitRecord& record, int) {
    record.not_before =
        std::max(record.not_before, clock_.now() + std::min(retry_after, kFarthest));
    return true;
  });
}

void RateLimiter::on_blocked(const std::string& identity) {
  insist(identity, [&](LimitRecord& record, int) {
    record.blocked_until = clock_.now() + kBlock;
    return true;
  });
}

std::vector<LimiterStatus> limiter_status(const fs::path& dir, const Clock& clock) {
  std::vector<LimiterStatus> out;
  std::error_code ec;
  for (fs::directory_iterator it(dir, ec), end; !ec && it != end; it.increment(ec)) {
    if (it->path().extension() != ".state") continue;
    // As the limiter opens them: no link, no pipe, no file of another user.
    auto file = RecordFile::open(it->path());
    if (!file) continue;
    LimitRecord::Bytes bytes{};
    const std::size_t read = file->read(bytes);
    const auto record = LimitRecord::decode(std::span(bytes).first(read), boot_id(), clock.now());
    if (record) out.push_back(status_of(it->path().stem().string(), *record, clock.now()));
  }
  std::sort(out.begin(), out.end(),
            [](const LimiterStatus& a, const LimiterStatus& b) { return a.identity < b.identity; });
  return out;
}

std::uint64_t boot_id() {
  const auto text = read_file("/proc/sys/kernel/random/boot_id", 128);
  if (!text) return 0;
  return fnv1a({reinterpret_cast<const unsigned char*>(text->data()), text->size()});
}

}  // namespace ev::net
