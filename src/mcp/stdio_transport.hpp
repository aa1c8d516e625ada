// StdioTransport: lines over two file descriptors. The reader waits in poll and nowhere else.
// Whoever sends writes directly while nothing is queued; what the pipe does not take goes to the
// outbox, a queue emptied by a writer thread, so that a client which writes a burst before it reads
// cannot block the server. An outbox over limits::kOutboxBytes, or a peer that is gone, ends the
// run as broken. What the operating system is asked for is in base/stream; one lock, the outbox, a
// leaf.
#pragma once

#include "base/guarded.hpp"
#include "base/stream.hpp"
#include "mcp/transport.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <string>
#include <thread>

namespace ev::mcp {

class StdioTransport final : public Transport {
 public:
  StdioTransport(UniqueFd in, UniqueFd out);
  ~StdioTransport() override;
  StdioTransport(const StdioTransport&) = delete;
  StdioTransport& operator=(const StdioTransport&) = delete;

  Ended run(LineHandler& handler) override;
  void send(std::string line) override;
  void close(std::chrono::milliseconds limit) override;
  // Ends run() with Ended::stopped. Safe in a signal handler.
  void stop();

 private:
  using Deadline = std::chrono::steady_clock::time_point;
  struct Outbox {
    std::string queued;
    std::size_t writing = 0;  // bytes the writer thread has taken
    bool closed = false;      // nothing is accepted any more
    bool broken = false;
    Deadline deadline = Deadline::max();
  };
  using Wrote = OutStream::Wrote;

  void accept(std::string_view chunk, LineHandler& handler);
  void take_line(std::string_view piece, LineHandler& handler);
  void keep_piece(std::string_view piece, LineHandler& handler);
  void flush_replies();
  void write_or_queue(std::string_view bytes);
  bool write_queued(std::string_view bytes);
  void write_loop();
  void fail();

  InStream in_;
  OutStream out_;
  Wake reader_wake_;
  Wake writer_wake_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> broken_{false};
  std::string partial_;    // reader only: the start of an unfinished line
  bool skipping_ = false;  // reader only: inside a line that is too long
  std::string replies_;    // reader only
  Guarded<Outbox> outbox_;
  std::condition_variable work_;
  std::thread writer_;
};

// The process's own stdin and stdout. From then on descriptor 1 leads to stderr, so that a stray
// print of any library cannot damage the protocol; SIGPIPE is ignored; SIGTERM and SIGINT end
// run(), a second one kills. Call once, early, before other threads exist.
std::unique_ptr<Transport> take_process_stdio();

}  // namespace ev::mcp
