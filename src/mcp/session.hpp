// Session: what happens to each line. It decides the era of every message by itself, answers what
// cannot block on the reader thread, and hands tool calls to a pool of workers. The only state kept
// between messages is the legacy handshake and the fact that a modern request was served. Thread
// rule: on_line and shutdown on the reader thread; answers of calls leave from the workers.
#pragma once

#include "base/worker_pool.hpp"
#include "mcp/call_runner.hpp"
#include "mcp/client_log.hpp"
#include "mcp/completion.hpp"
#include "mcp/dialect.hpp"
#include "mcp/inflight.hpp"
#include "mcp/outgoing.hpp"
#include "mcp/request_state.hpp"
#include "mcp/subscriptions.hpp"
#include "mcp/tasks.hpp"
#include "mcp/tool_registry.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ev::mcp {

class Session final : public LineHandler {
 public:
  Session(const ServerOptions& options, Offer offer, const Clock& clock, Transport& out);
  void on_line(std::string_view line, std::string& replies) override;
  void on_oversized_line(std::string& replies) override;
  // Lets calls finish (unless nobody reads), ends open subscriptions, cancels the rest. False when
  // a call did not heed its cancellation; the destructor then waits for it.
  [[nodiscard]] bool shutdown(Ended why);

 private:
  void handle(const Message& message, std::size_t bytes, std::string& replies);
  void handle_request(const Message& message, std::size_t bytes, std::string& replies);
  void handle_notification(const Message& message);
  // The era of this request, or why it belongs to none.
  std::variant<const Dialect*, RpcError> choose_era(const Message& message, const Json* meta);
  // Everything that is served, in the order in which capabilities are declared.
  std::vector<Feature> features();
  CallContext context_for(const Request& request, const std::string& label, const Dialect& dialect);
  void start(Job job, const Request& request, const Method& method, const Dialect& dialect,
             std::size_t bytes, std::string& replies);

  const ServerOptions options_;
  const Clock& clock_;
  Transport& out_;
  const Announced announced_;
  const ToolRegistry registry_;
  const std::optional<ResourceRegistry> resources_;
  const std::shared_ptr<const Skills> skills_;
  const PromptRegistry prompts_;
  Completions completions_;
  std::optional<ClientLog> log_;
  Subscriptions subscriptions_;
  Outgoing outgoing_;
  RequestState request_state_;
  std::optional<Tasks> tasks_;
  LegacyDialect legacy_;
  ModernDialect modern_;
  bool served_modern_ = false;
  std::uint64_t calls_ = 0;
  std::set<RequestId> listens_;
  Inflight inflight_;
  const CallRunner runner_;
  WorkerPool pool_;  // last: its threads use everything above
};

}  // namespace ev::mcp
