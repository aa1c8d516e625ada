// Memory that calls have freed and the allocator keeps. Thread rule: any thread.
#pragma once

namespace ev {

// Gives it back to the system when it is more than limits::kIdleMemory. Takes a small share of
// the time at most, and does nothing when called too soon again; systems whose allocator cannot be
// asked are left alone.
void give_back_memory();
// All of it: for a process that has nothing to do.
void give_back_all_memory();
// For a command that takes much memory, works on it and ends: the next 128 MiB come in one piece,
// in large pages where the system has them, instead of 4 KiB at a time, which costs an import a
// third of its time. Nothing is taken before it is used. Before the command starts its threads.
void expect_much_memory();

}  // namespace ev
