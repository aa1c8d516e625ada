// Byte streams of the process as the transport needs them: reading that can be woken, writing that
// never waits, the standard streams taken over, the signals that end a program. What the operating
// system is asked for stands in stream.cpp, so that another system needs another stream.cpp only.
// The descriptors keep their flags (O_NONBLOCK would leak to other processes that share them).
#pragma once

#include "base/file.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace ev {

// Wakes a thread that waits for a stream.
class Wake {
 public:
  Wake();
  void poke() const;   // any thread; safe in a signal handler
  void drain() const;  // by the thread that was woken
  int descriptor() const { return ends_[0].get(); }

 private:
  UniqueFd ends_[2];
};

class InStream {
 public:
  explicit InStream(UniqueFd fd) : fd_(std::move(fd)) {}
  // Waits for bytes, the end or `wake`. Bytes put into `out`; 0 when woken without any, -1 at the
  // end (also when the stream fails).
  long read(std::span<char> out, const Wake& wake);

 private:
  UniqueFd fd_;
};

class OutStream {
 public:
  enum class Wrote { all, part, broken };

  explicit OutStream(UniqueFd fd);
  // Writes what the peer takes without waiting, from bytes[written] on, and moves `written`. One
  // thread at a time.
  Wrote write_available(std::string_view bytes, std::size_t& written) const;
  // Waits until the peer may take more, `wake` or the time is over (-1 = no end); drains `wake`.
  void wait(const Wake& wake, int milliseconds) const;

 private:
  UniqueFd fd_;
  bool socket_ = false;
};

// Waits until a socket of a library can be read, written when `to_write`, or the time is over.
void wait_for_socket(int socket, bool to_write, int milliseconds);

// Once, first of all: streams that the process was started without lead nowhere, a file too large
// is an error of the write, and no core is left behind.
void prepare_process();

struct StandardStreams {
  UniqueFd in;
  UniqueFd out;
};
// Takes stdin and stdout away: from then on descriptor 1 leads to stderr, so that a stray print of
// any library does no harm. Once, early, before other threads exist.
StandardStreams take_standard_streams();

// `handler` (async-signal-safe) hears the first SIGTERM and SIGINT; a second one kills. A write to
// a peer that is gone is an error, not a signal.
void on_end_signals(void (*handler)(int));

// Flushes stdout: false when what was printed could not be written whole (a full disk). A reader
// that has gone away ("| head") had what it wanted.
bool flush_standard_output();

bool stdin_is_terminal();
bool stderr_is_terminal();

}  // namespace ev
