// Inflight: the requests that are being worked on. An answer may be sent only by whoever finish()
// tells so, which happens once per request and never after a cancellation; a cookie keeps a
// finished request apart from a later one with the same id. Thread rule: any thread. Its lock is
// never held while a stop callback runs.
#pragma once

#include "base/guarded.hpp"
#include "mcp/jsonrpc.hpp"
#include "mcp/progress.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ev::mcp {

class Inflight {
 public:
  struct Ticket {
    RequestId id;
    std::uint64_t cookie = 0;
    std::stop_token stop;
  };
  // Nullopt when the id is in use. `progress` may be null; it is closed with the request.
  std::optional<Ticket> add(const RequestId& id, std::shared_ptr<Progress> progress);
  bool contains(const RequestId& id);
  // True for the one caller that may now send the answer.
  [[nodiscard]] bool finish(const Ticket& ticket);
  // Unknown ids are ignored. Nothing is sent for the request from here on.
  void cancel(const RequestId& id);
  // Those that were cancelled, in order.
  std::vector<RequestId> cancel_all();

 private:
  struct Entry {
    std::uint64_t cookie = 0;
    std::stop_source stop;
    std::shared_ptr<Progress> progress;
  };
  struct State {
    std::unordered_map<RequestId, Entry> live;
    std::uint64_t last_cookie = 0;
  };
  static void end(Entry& entry);

  Guarded<State> state_;
};

}  // namespace ev::mcp
