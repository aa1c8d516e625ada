// Memory that calls have freed and the allocator keeps. Thread rule: any thread.
#pragma once

namespace ev {

// Gives it back to the system when it is more than limits::kIdleMemory. Takes a small share of
// the time at most, and does nothing when called too soon again; systems whose allocator cannot be
// asked are left alone.
void give_back_memory();
// All of it: for a process that has nothing to do.
void give_back_all_memory();

}  // namespace ev
