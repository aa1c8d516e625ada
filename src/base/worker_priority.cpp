#include "base/worker_priority.hpp"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace ev {

void give_way() {
#ifdef __linux__
  constexpr int kWorkerNice = 5;
  thread_local bool given = false;
  if (given) return;
  given = true;
  // On Linux 0 names the calling thread, not the process.
  ::setpriority(PRIO_PROCESS, 0, kWorkerNice);
#endif
}

}  // namespace ev
