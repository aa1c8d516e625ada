// Transport: the port through which lines come in and go out. One line is one JSON-RPC message,
// without its newline. Thread rule: run() belongs to one thread, the reader, and calls the handler
// on it; send() may be called from any thread and never blocks on the peer; close() comes once,
// after run() has returned. A peer that goes away is not an error of send(): run() ends with
// Ended::broken.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace ev::mcp {

enum class Ended {
  eof,      // the peer closed its end: what is running may still be answered
  stopped,  // the process was asked to end
  broken,   // nobody reads the answers any more
};

// `replies` collects newline-terminated lines answered at once; the transport writes them together
// before it waits for more input, so pipelined requests cost one write.
class LineHandler {
 public:
  virtual ~LineHandler() = default;
  virtual void on_line(std::string_view line, std::string& replies) = 0;
  // A line over limits::kLineBytes was dropped.
  virtual void on_oversized_line(std::string& replies) = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual Ended run(LineHandler& handler) = 0;
  virtual void send(std::string line) = 0;
  // Delivers what was sent, for at most `limit`; afterwards send() drops.
  virtual void close(std::chrono::milliseconds limit) = 0;
};

}  // namespace ev::mcp
