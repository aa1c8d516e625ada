// Runs blocking tasks at once, one thread each, and returns when all have ended. An exception of a
// task is thrown on in the caller's thread (the first one), where the usual border stops it.
// Thread rule: any thread; what tasks share is theirs to guard.
#pragma once

#include <cstddef>
#include <functional>

namespace ev {

void run_together(std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace ev
