// Subscriptions: who hears of changes. A legacy client hears of list changes unasked and of the
// resources it subscribed to; a client of 2026-07-28 hears of what it named in an open
// subscriptions/listen, each message tagged with the id of that request, the acknowledgement first.
// Thread rule: open, close and subscribe on the reader thread, the announcements on any. The lock
// is held while sending, so that nothing follows close() and nothing precedes the acknowledgement.
#pragma once

#include "base/guarded.hpp"
#include "mcp/method.hpp"
#include "mcp/transport.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mcp {

// What a server announces at all; what it does not is not declared and not honoured.
struct Announced {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  bool resource_updates = false;
};

class Subscriptions {
 public:
  Subscriptions(Transport& out, Announced announced) : out_(out), announced_(announced) {}

  void open(const RequestId& id, const Listen& wanted);
  void close(const RequestId& id);
  // From here on a legacy client hears of changes.
  void legacy_client() { state_.lock()->legacy = true; }
  void subscribe(const std::string& uri) { state_.lock()->uris.insert(uri); }
  void unsubscribe(const std::string& uri) { state_.lock()->uris.erase(uri); }

  void tools_changed() { announce("tools/list_changed", &Listen::tools, announced_.tools); }
  void prompts_changed() { announce("prompts/list_changed", &Listen::prompts, announced_.prompts); }
  void resources_changed() {
    announce("resources/list_changed", &Listen::resources, announced_.resources);
  }
  void resource_updated(const std::string& uri);

 private:
  struct State {
    std::map<RequestId, Listen> listens;
    std::set<std::string> uris;
    bool legacy = false;
  };
  void announce(std::string_view what, bool Listen::*kind, bool announced);

  Transport& out_;
  const Announced announced_;
  Guarded<State> state_;
};

}  // namespace ev::mcp
