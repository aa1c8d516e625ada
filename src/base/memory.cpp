#include "base/memory.hpp"

#include "base/limits.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace ev {

void give_back_memory() {
#ifdef __GLIBC__
  // The allocator is asked piece by piece of what is free: after many calls that takes longer than
  // a short call itself. Most of the time goes to calls.
  using Clock = std::chrono::steady_clock;
  constexpr int kShare = 30;
  static std::atomic<Clock::rep> next = 0;
  const auto now = [] { return Clock::now().time_since_epoch().count(); };
  const Clock::rep begun = now();
  Clock::rep due = next.load();
  constexpr Clock::rep kLater = Clock::duration(std::chrono::seconds(1)).count();
  if (begun < due || !next.compare_exchange_strong(due, begun + kLater)) return;
  if (::mallinfo2().fordblks > limits::kIdleMemory) ::malloc_trim(0);
  const Clock::rep end = now();
  next = end + kShare * (end - begun);
#endif
}

void give_back_all_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

void expect_much_memory() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kLargePage = 2u << 20;
  constexpr int kPiece = 128 << 20;
  constexpr std::size_t kSmall = 100'000;  // the allocator maps larger ones each by itself
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_TOP_PAD, kPiece);
  ::mallopt(M_TRIM_THRESHOLD, kPiece);
  const auto end = [] { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); };
  const std::uintptr_t before = end();
  std::vector<std::unique_ptr<char[]>> used;  // until the allocator asks for the piece
  while (end() == before && used.size() < 1'000)
    used.push_back(std::make_unique_for_overwrite<char[]>(kSmall));
  const std::uintptr_t first = (before + kLargePage - 1) / kLargePage * kLargePage;
  if (end() <= first) return;
  // Refused where the system has no such pages: all goes on as it would have.
  (void)::madvise(reinterpret_cast<void*>(first), end() - first, MADV_HUGEPAGE);
#endif
}

}  // namespace ev
