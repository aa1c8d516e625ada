// Progress: notifications/progress of one request. On the wire `progress` strictly increases, at
// most limits::kProgressPerSecond messages leave per second (the others are dropped), and nothing
// leaves after close(), which comes before the answer. Stages count from zero each; here they are
// laid end to end. Thread rule: any thread. Its lock is held while sending, so that close() is a
// fence; the transport's lock below it is a leaf.
#pragma once

#include "base/clock.hpp"
#include "base/guarded.hpp"
#include "mcp/transport.hpp"

#include <limits>
#include <string>
#include <string_view>

namespace ev::mcp {

class Progress {
 public:
  enum class Text { with_message, numbers_only };  // 2024-11-05 has no message
  // `token` is raw JSON and is echoed as it came.
  Progress(Transport& out, const Clock& clock, std::string token, Text text)
      : out_(out), clock_(clock), token_(std::move(token)), text_(text) {}

  void report(std::string_view stage, double done, double total);
  void close();

 private:
  struct State {
    bool closed = false;
    std::string stage;
    double base = 0;  // where the stage starts on the wire
    double last = -1;
    TimePoint next = TimePoint::min();
  };

  Transport& out_;
  const Clock& clock_;
  const std::string token_;
  const Text text_;
  Guarded<State> state_;
};

}  // namespace ev::mcp
