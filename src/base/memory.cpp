#include "base/memory.hpp"

#include "base/limits.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ev {

void give_back_memory() {
#ifdef __GLIBC__
  if (::mallinfo2().fordblks > limits::kIdleMemory) ::malloc_trim(0);
#endif
}

}  // namespace ev
