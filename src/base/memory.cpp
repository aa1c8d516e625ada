#include "base/memory.hpp"

#include "base/limits.hpp"

#include <atomic>
#include <chrono>

#ifdef __GLIBC__
#include <malloc.h>
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

}  // namespace ev
