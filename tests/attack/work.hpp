// Work is counted, not timed: blocks of memory asked for. A reader that looks again and again at
// what it has read makes words, tokens and candidates again, so that the count grows with the work;
// it is the same on every machine. Thread rule: any thread; totals are of all threads.
#pragma once

#include <cstddef>

namespace ev::attack {

// Blocks asked for so far by every thread, and by the calling one.
std::size_t blocks();
std::size_t blocks_of_thread();

}  // namespace ev::attack
