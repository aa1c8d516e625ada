// Outgoing: requests of the server to a legacy client (elicitation, sampling, roots), made by a
// worker in the middle of a call and answered by a line the reader gets. 2026-07-28 knows none.
// Thread rule: ask() on workers, deliver() on the reader. Its lock is held while sending only as
// the transport's is a leaf.
#pragma once

#include "base/context.hpp"
#include "base/guarded.hpp"
#include "mcp/jsonrpc.hpp"
#include "mcp/transport.hpp"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <string_view>

namespace ev::mcp {

class Outgoing {
 public:
  explicit Outgoing(Transport& out) : out_(out) {}
  // Sends and waits for the result. An error reply is not_found; the end of the call (cancelled,
  // timeout) withdraws the request.
  Result<JsonPtr> ask(std::string_view method, std::string_view params, const Context& ctx);
  // A response line; one that belongs to no open request is ignored.
  void deliver(const RequestId& id, const JsonPtr& response);

 private:
  struct State {
    std::map<RequestId, JsonPtr> open;  // null = not answered yet
    std::uint64_t last = 0;
  };

  Transport& out_;
  Guarded<State> state_;
  std::condition_variable answered_;
};

}  // namespace ev::mcp
