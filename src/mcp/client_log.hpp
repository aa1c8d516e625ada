// Log messages for the client (notifications/message), for servers that offer them: from the level
// a client chose, as part of a call and never after its answer. Deprecated since 2026-07-28. Thread
// rule: a CallLog may be used from any thread; its lock is held while sending, so that close() is a
// fence. ClientLog's level is set on the reader thread and read anywhere.
#pragma once

#include "base/guarded.hpp"
#include "mcp/method.hpp"
#include "mcp/transport.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>

namespace ev::mcp {

// Place of a level in the protocol's order (debug 0 … emergency 7).
std::optional<int> log_rank(std::string_view level);

class CallLog {
 public:
  CallLog(Transport& out, int least) : out_(out), least_(least) {}
  // `data` is JSON text.
  void send(std::string_view level, std::string_view logger, std::string_view data);
  void close() { *closed_.lock() = true; }

 private:
  Transport& out_;
  const int least_;
  Guarded<bool> closed_;
};

class ClientLog {
 public:
  explicit ClientLog(Transport& out) : out_(out) {}
  Feature feature();
  // For one call: null when this client gets no messages. `meta` is the request's _meta.
  std::shared_ptr<CallLog> for_call(bool modern, const Json* meta) const;

 private:
  Outcome set_level(const Request& request);

  Transport& out_;
  std::atomic<int> legacy_level_{1};  // info, until the client says otherwise
};

}  // namespace ev::mcp
