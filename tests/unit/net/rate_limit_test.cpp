#include "net/rate_limit.hpp"

#include "base/record_file.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ev::net {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::FakeClock;
using test::TempDir;

namespace {

constexpr std::uint64_t kBoot = 42;
const std::string kId = "ncbi-0011223344556677";

// The most starts in any window of one second.
std::size_t most_in_a_second(std::vector<TimePoint> starts) {
  std::sort(starts.begin(), starts.end());
  std::size_t most = 0;
  for (std::size_t i = 0, j = 0; j < starts.size(); ++j) {
    while (starts[j] - starts[i] >= 1s) ++i;
    most = std::max(most, j - i + 1);
  }
  return most;
}

// Reserves, asking again while another holds the lock.
Slot insist_on_slot(RateLimiter& limiter, Nanos gap, TimePoint deadline = TimePoint::max()) {
  Slot slot = limiter.reserve(kId, gap, deadline);
  while (slot.kind == Slot::Kind::busy) slot = limiter.reserve(kId, gap, deadline);
  return slot;
}

// One process of eight: reserve, wait by the simulated clock, reserve the next.
std::vector<TimePoint> simulated_process(const fs::path& dir, int requests) {
  FakeClock clock;
  RateLimiter limiter(dir, clock, kBoot);
  std::vector<TimePoint> starts;
  for (int i = 0; i < requests; ++i) {
    const Slot slot = insist_on_slot(limiter, 400ms);
    if (slot.start > clock.now()) clock.advance(slot.start - clock.now());
    starts.push_back(slot.start);
  }
  return starts;
}

}  // namespace

TEST_CASE("the identity names the service and hides host and key") {
  const auto keyless = limiter_identity({.service = "ncbi"}, "https://eutils.example.org/entrez");
  const auto keyed = limiter_identity({.service = "ncbi", .key = "0123456789abcdef"},
                                      "https://eutils.example.org/x");
  REQUIRE(keyless);
  REQUIRE(keyed);
  CHECK(keyless->size() == std::string("ncbi-").size() + 16);
  CHECK(keyless->rfind("ncbi-", 0) == 0);
  CHECK(*keyless != *keyed);
  CHECK(keyed->find("0123456789abcdef") == std::string::npos);
  CHECK(*keyless == *limiter_identity({.service = "ncbi"}, "https://EUTILS.example.org:443/other"));
  CHECK(*keyless != *limiter_identity({.service = "ncbi"}, "https://eutils.example.org:444/"));
  CHECK(limiter_identity({.service = "../x"}, "https://h/")->rfind("___x-", 0) == 0);
  CHECK_FALSE(limiter_identity({.service = "ncbi"}, "nonsense"));
}

TEST_CASE("eight processes on one folder never start more than three in a second") {
  const TempDir temp;
  const fs::path dir = temp.path() / "ratelimit";
  REQUIRE(check_shared_dir(dir));
  int pipes[2];
  REQUIRE(::pipe(pipes) == 0);
  std::vector<pid_t> children;
  for (int p = 0; p < 8; ++p) {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto starts = simulated_process(dir, 5);
      const auto bytes = static_cast<ssize_t>(starts.size() * sizeof(TimePoint));
      ::_exit(::write(pipes[1], starts.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
    }
    children.push_back(child);
  }
  ::close(pipes[1]);
  std::vector<TimePoint> starts;
  TimePoint start;
  while (::read(pipes[0], &start, sizeof start) == sizeof start) starts.push_back(start);
  ::close(pipes[0]);
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  REQUIRE(starts.size() == 40);
  CHECK(most_in_a_second(starts) <= 3);
  std::sort(starts.begin(), starts.end());
  for (std::size_t i = 1; i < starts.size(); ++i) CHECK(starts[i] - starts[i - 1] >= 400ms);
  CHECK(starts.back() - starts.front() == 39 * 400ms);  // no slot wasted either
}

TEST_CASE("eight threads with limiters of their own keep the gap too") {
  const TempDir temp;
  std::vector<std::vector<TimePoint>> found(8);
  std::vector<std::thread> threads;
  for (auto& starts : found) {
    threads.emplace_back([&starts, &temp] { starts = simulated_process(temp.path(), 5); });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<TimePoint> all;
  for (const auto& starts : found) all.insert(all.end(), starts.begin(), starts.end());
  REQUIRE(all.size() == 40);
  CHECK(most_in_a_second(all) <= 3);
}

TEST_CASE("the first request starts at once, later ones in their slots, late ones are refused") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  const TimePoint t0 = clock.now();
  CHECK(limiter.reserve(kId, 400ms, t0 + 1s).start == t0);
  CHECK(limiter.reserve(kId, 400ms, t0 + 1s).start == t0 + 400ms);
  CHECK(limiter.reserve(kId, 400ms, t0 + 1s).start == t0 + 800ms);
  const Slot late = limiter.reserve(kId, 400ms, t0 + 1s);
  CHECK(late.kind == Slot::Kind::too_late);
  CHECK(late.start == t0 + 1200ms);
  // A refusal reserves nothing, and another identity is not concerned.
  CHECK(limiter.reserve(kId, 400ms, t0 + 2s).start == t0 + 1200ms);
  CHECK(limiter.reserve("other-1", 400ms, t0 + 1s).start == t0);
  clock.advance(10s);
  CHECK(limiter.reserve(kId, 400ms, clock.now()).start == clock.now());
}

TEST_CASE("only the last reservation can be given back") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  const Slot first = limiter.reserve(kId, 400ms, TimePoint::max());
  const Slot second = limiter.reserve(kId, 400ms, TimePoint::max());
  limiter.give_back(kId, first, 400ms);
  const Slot third = limiter.reserve(kId, 400ms, TimePoint::max());
  CHECK(third.start == second.start + 400ms);
  limiter.give_back(kId, third, 400ms);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == third.start);
}

TEST_CASE("a slot that a pause has overtaken is not used") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  RateLimiter other(temp.path(), clock, kBoot);
  const Slot slot = limiter.reserve(kId, 400ms, TimePoint::max());
  CHECK(limiter.claim(kId, slot, 400ms).kind == Claim::Kind::start);
  const Slot next = limiter.reserve(kId, 400ms, TimePoint::max());
  other.on_rate(kId, std::nullopt);
  clock.advance(next.start - clock.now());
  CHECK(limiter.claim(kId, next, 400ms).kind == Claim::Kind::lost);
}

TEST_CASE("a late start is used, and keeps the ones behind it at a distance") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  RateLimiter other(temp.path(), clock, kBoot);
  REQUIRE(limiter.claim(kId, limiter.reserve(kId, 400ms, TimePoint::max()), 400ms).kind ==
          Claim::Kind::start);
  const Slot late = limiter.reserve(kId, 400ms, TimePoint::max());
  const Slot behind = other.reserve(kId, 400ms, TimePoint::max());
  clock.advance(700ms);  // its slot was at 400
  CHECK(limiter.claim(kId, late, 400ms).kind == Claim::Kind::start);
  clock.advance(100ms);
  const Claim waits = other.claim(kId, behind, 400ms);
  REQUIRE(waits.kind == Claim::Kind::wait);
  CHECK(waits.until == clock.now() + 275ms);
  clock.advance(275ms);
  CHECK(other.claim(kId, behind, 400ms).kind == Claim::Kind::start);
  // Long behind all slots: still one after the other.
  const Slot first = limiter.reserve(kId, 400ms, TimePoint::max());
  const Slot second = other.reserve(kId, 400ms, TimePoint::max());
  clock.advance(10s);
  CHECK(limiter.claim(kId, first, 400ms).kind == Claim::Kind::start);
  CHECK(other.claim(kId, second, 400ms).kind == Claim::Kind::wait);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start >= clock.now() + 375ms);
}

TEST_CASE("eight processes on a busy machine lose no slot and bunch none up") {
  const TempDir temp;
  FakeClock clock;
  constexpr int kProcesses = 8;
  constexpr int kStarts = 400;
  std::vector<std::unique_ptr<RateLimiter>> limiters;
  std::vector<Slot> slots;
  std::vector<TimePoint> wakes;  // late by up to half a second
  unsigned random = 1;
  const auto late = [&random] {
    random = random * 1103515245u + 12345u;
    return std::chrono::milliseconds((random >> 16) % 4 == 0 ? (random >> 8) % 500 : 0);
  };
  for (int p = 0; p < kProcesses; ++p) {
    limiters.push_back(std::make_unique<RateLimiter>(temp.path(), clock, kBoot));
    slots.push_back(limiters.back()->reserve(kId, 400ms, TimePoint::max()));
    wakes.push_back(slots.back().start + late());
  }
  std::vector<TimePoint> starts;
  while (starts.size() < kStarts) {
    const auto first = std::min_element(wakes.begin(), wakes.end());
    const auto p = static_cast<std::size_t>(first - wakes.begin());
    if (*first > clock.now()) clock.advance(*first - clock.now());
    const Claim claim = limiters[p]->claim(kId, slots[p], 400ms);
    REQUIRE(claim.kind != Claim::Kind::lost);
    if (claim.kind == Claim::Kind::wait) {
      wakes[p] = claim.until;
      continue;
    }
    starts.push_back(clock.now());
    slots[p] = limiters[p]->reserve(kId, 400ms, TimePoint::max());
    wakes[p] = slots[p].start + late();
  }
  CHECK(most_in_a_second(starts) <= 3);
  const Nanos allowed = (kStarts - 1) * 400ms;
  CHECK((starts.back() - starts.front()) * 95 <= allowed * 100);  // 95 % of the allowance
}

TEST_CASE("a 429 pauses every process, longer each time in a row") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  RateLimiter other(temp.path(), clock, kBoot);
  const auto pause_after_429 = [&](std::optional<Nanos> retry_after) {
    limiter.on_rate(kId, retry_after);
    const Slot slot = other.reserve(kId, 400ms, TimePoint::max());
    const Nanos pause = slot.start - clock.now();
    clock.advance(pause);
    return pause;
  };
  // Without Retry-After: 2 s, doubling, at most eightfold.
  CHECK(pause_after_429(std::nullopt) == 2s);
  CHECK(pause_after_429(std::nullopt) == 4s);
  CHECK(pause_after_429(std::nullopt) == 8s);
  CHECK(pause_after_429(std::nullopt) == 16s);
  CHECK(pause_after_429(std::nullopt) == 16s);
  other.on_success(kId);
  // With it: never less than 2 s, never more than 10 min.
  CHECK(pause_after_429(5s) == 5s);
  CHECK(pause_after_429(1s) == 4s);
  limiter.on_success(kId);
  CHECK(pause_after_429(24h) == 10min);
}

TEST_CASE("replies to requests sent before the pause neither lengthen nor end it") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  const TimePoint t0 = clock.now();
  limiter.on_rate(kId, std::nullopt);
  limiter.on_rate(kId, std::nullopt);
  limiter.on_rate(kId, std::nullopt);
  limiter.on_success(kId);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == t0 + 2s);
  clock.advance(3s);
  limiter.on_rate(kId, std::nullopt);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == clock.now() + 4s);
}

TEST_CASE("a pause without a 429 is obeyed and not counted") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  limiter.on_pause(kId, 7s);
  CHECK(limiter.reserve(kId, 0ms, TimePoint::max()).start == clock.now() + 7s);
  clock.advance(8s);
  limiter.on_rate(kId, std::nullopt);
  CHECK(limiter.reserve(kId, 0ms, TimePoint::max()).start == clock.now() + 2s);
}

TEST_CASE("a block stops every process for an hour") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  RateLimiter other(temp.path(), clock, kBoot);
  limiter.on_blocked(kId);
  const Slot slot = other.reserve(kId, 400ms, TimePoint::max());
  CHECK(slot.kind == Slot::Kind::blocked);
  CHECK(slot.start == clock.now() + 1h);
  clock.advance(59min);
  CHECK(other.reserve(kId, 400ms, TimePoint::max()).kind == Slot::Kind::blocked);
  clock.advance(1min);
  CHECK(other.reserve(kId, 400ms, TimePoint::max()).kind == Slot::Kind::granted);
}

TEST_CASE("damaged, foreign and impossible records are started afresh") {
  const TimePoint now(Nanos(100'000s));
  const LimitRecord good{.next_start = now + 1s, .not_before = now + 2s, .gap = 400ms};
  auto bytes = good.encode(kBoot);
  REQUIRE(LimitRecord::decode(bytes, kBoot, now).has_value());
  CHECK(LimitRecord::decode(bytes, kBoot, now)->not_before == now + 2s);
  CHECK_FALSE(LimitRecord::decode(bytes, kBoot + 1, now));
  CHECK_FALSE(LimitRecord::decode(std::span(bytes).first(63), kBoot, now));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= 0x20;
    INFO("byte " << i);
    CHECK_FALSE(LimitRecord::decode(bytes, kBoot, now));
    bytes[i] ^= 0x20;
  }
  const auto decodable = [&](const LimitRecord& record) {
    return LimitRecord::decode(record.encode(kBoot), kBoot, now).has_value();
  };
  CHECK(decodable({.next_start = now + 10min}));
  CHECK_FALSE(decodable({.next_start = now + 10min + 1ns}));
  CHECK_FALSE(decodable({.not_before = now + 11min}));
  CHECK(decodable({.blocked_until = now + 1h}));
  CHECK_FALSE(decodable({.blocked_until = now + 61min}));
}

TEST_CASE("garbage in the file and jumps of the clock are survived") {
  const TempDir temp;
  FakeClock clock;
  clock.advance(5h);
  const fs::path file = temp.path() / (kId + ".state");
  std::ofstream(file) << std::string(200, 'x');
  RateLimiter limiter(temp.path(), clock, kBoot);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == clock.now());
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == clock.now() + 400ms);

  clock.advance(1h);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == clock.now());
  clock.advance(-1h);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == clock.now());
  RateLimiter after_reboot(temp.path(), clock, kBoot + 1);
  CHECK(after_reboot.reserve(kId, 400ms, TimePoint::max()).start == clock.now());
}

TEST_CASE("a lock holder killed with SIGKILL leaves nothing behind") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  const TimePoint t0 = clock.now();
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == t0);
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto file = RecordFile::open(temp.path() / (kId + ".state"));
    const bool locked = file && file->try_lock() && *file->try_lock();
    const char answer = locked ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) != 1) ::_exit(1);
    ::pause();
    ::_exit(0);
  }
  char answer = 0;
  REQUIRE(::read(ready[0], &answer, 1) == 1);
  REQUIRE(answer == 'y');
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).kind == Slot::Kind::busy);
  REQUIRE(::kill(child, SIGKILL) == 0);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  ::close(ready[0]);
  ::close(ready[1]);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == t0 + 400ms);
}

TEST_CASE("a lock that is never released does not stop this process for ever") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock, kBoot);
  auto holder = RecordFile::open(temp.path() / (kId + ".state"));
  REQUIRE(holder);
  REQUIRE(holder->try_lock().value());
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).kind == Slot::Kind::busy);
  clock.advance(600ms);
  const Slot slot = limiter.reserve(kId, 400ms, TimePoint::max());
  CHECK(slot.kind == Slot::Kind::granted);
  CHECK_FALSE(limiter.shared());
}

TEST_CASE("without a usable folder the limit holds in the process, at half the rate") {
  const TempDir temp;
  const fs::path file = temp.path() / "not-a-folder";
  std::ofstream(file) << "x";
  FakeClock clock;
  RateLimiter limiter(file / "ratelimit", clock, kBoot);
  CHECK_FALSE(limiter.shared());
  const TimePoint t0 = clock.now();
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == t0);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == t0 + 800ms);
  const Slot third = limiter.reserve(kId, 400ms, TimePoint::max());
  limiter.give_back(kId, third, 400ms);
  CHECK(limiter.reserve(kId, 400ms, TimePoint::max()).start == third.start);

  // No folder asked for: this process only, at the full rate.
  RateLimiter alone("", clock, kBoot);
  alone.reserve(kId, 400ms, TimePoint::max());
  CHECK(alone.reserve(kId, 400ms, TimePoint::max()).start == t0 + 400ms);
}

TEST_CASE("the state of every limiter can be shown") {
  const TempDir temp;
  FakeClock clock;
  RateLimiter limiter(temp.path(), clock);
  limiter.reserve("b-1", 400ms, TimePoint::max());
  limiter.on_rate("a-1", 3s);
  limiter.on_blocked("c-1");
  std::ofstream(temp.path() / "d-1.state") << "garbage";
  // A pipe would keep its reader waiting; a link leads to a file of somebody else.
  REQUIRE(::mkfifo((temp.path() / "e-1.state").c_str(), 0600) == 0);
  std::filesystem::create_symlink(temp.path() / "a-1.state", temp.path() / "f-1.state");
  const auto status = limiter_status(temp.path(), clock);
  REQUIRE(status.size() == 3);
  CHECK(status[0].identity == "a-1");
  CHECK(status[0].paused_for == 3s);
  CHECK(status[1].next_start_in == 400ms);
  CHECK(status[2].blocked_for == 1h);
  CHECK(limiter_status(temp.path() / "missing", clock).empty());
}

namespace {

// The book of a database that can be shut.
struct SharedBook final : LimitBook {
  Result<void> change(const std::string& identity,
                      const std::function<bool(LimitRecord&)>& change) override {
    if (shut) return Error{.code = Errc::store_unavailable, .message = "shut"};
    LimitRecord record = records[identity];
    if (!change(record)) return {};
    records[identity] = record;
    if (clock != nullptr && !delays.empty()) {
      clock->advance(delays.back());
      delays.pop_back();
    }
    return {};
  }
  std::map<std::string, LimitRecord> records;
  bool shut = false;
  FakeClock* clock = nullptr;  // of whom keeping takes long
  std::vector<Nanos> delays;
};

}  // namespace

TEST_CASE("machines with one book share one budget, each by itself while it is shut") {
  const TempDir one_machine;
  const TempDir other_machine;
  FakeClock clock;
  SharedBook book;
  RateLimiter one(one_machine.path() / "l", clock, kBoot, &book);
  RateLimiter other(other_machine.path() / "l", clock, kBoot, &book);
  const TimePoint begin = clock.now();
  CHECK(one.reserve(kId, 400ms, TimePoint::max()).start == begin);
  const Slot second = other.reserve(kId, 400ms, TimePoint::max());
  CHECK(second.start == begin + 400ms);
  other.give_back(kId, second, 400ms);
  CHECK(one.reserve(kId, 400ms, TimePoint::max()).start == begin + 400ms);
  other.on_rate(kId, 3s);
  CHECK(one.reserve(kId, 400ms, TimePoint::max()).start == begin + 3s);

  book.shut = true;
  CHECK(one.reserve(kId, 400ms, TimePoint::max()).start == begin);
  CHECK(one.reserve(kId, 400ms, TimePoint::max()).start == begin + 800ms);
  book.shut = false;
  clock.advance(6s);
  CHECK(one.reserve(kId, 400ms, TimePoint::max()).start == clock.now());
  CHECK(other.reserve(kId, 400ms, TimePoint::max()).start == clock.now() + 400ms);
}

TEST_CASE("a start that was long in telling is told anew, so that the next keeps its distance") {
  const TempDir machine;
  FakeClock clock;
  SharedBook book;
  RateLimiter one(machine.path() / "l", clock, kBoot, &book);
  const Slot slot = one.reserve(kId, 400ms, TimePoint::max());
  book.clock = &clock;
  book.delays = {Nanos(0), 350ms, 300ms};  // the last first
  CHECK(one.claim(kId, slot, 400ms).kind == Claim::Kind::start);
  CHECK(book.records[kId].last_start == clock.now());
  CHECK(one.claim(kId, slot, 400ms).kind == Claim::Kind::wait);
}

}  // namespace ev::net
