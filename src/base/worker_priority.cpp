#include "base/worker_priority.hpp"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace ev {

void give_way() {
#ifdef __linux__
  constexpr int kBehind = 5;
  thread_local bool given = false;
  if (given) return;
  given = true;
  // On Linux 0 names the calling thread, not the process; what is too high is taken as the most.
  ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + kBehind);
#endif
}

}  // namespace ev
