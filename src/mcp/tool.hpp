// What a tool is to the protocol core: a definition to advertise and a function from arguments to a
// result. The core knows nothing of what tools do. Thread rule: `call` runs on a worker thread,
// several at once.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "mcp/capabilities.hpp"
#include "mcp/content.hpp"
#include "mcp/inputs.hpp"
#include "mcp/jsonrpc.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ev::mcp {

class Subscriptions;
struct CallContext;

// One answer of a tool. `structured` becomes structuredContent, `text` the single text block; both
// are complete in themselves. Errors are results too (is_error): the model can correct itself.
struct ToolResult {
  std::string structured;  // JSON text of an object, "" = none
  std::string text;
  bool is_error = false;
  std::vector<std::string> blocks{};  // further content blocks behind the text (content.hpp)
  std::vector<ResourceLink> links{};  // behind the blocks
  // Not an answer yet: what the client has to say first, and what the tool wants back with it. The
  // tool is called again with the answers in CallContext::inputs.
  std::vector<InputRequest> asks{};
  std::string state{};
  // Not an answer yet: work that takes long. It becomes a task where the client knows tasks and is
  // done at once where it does not.
  std::function<ToolResult(const CallContext&)> later{};
  // A protocol error instead of a result; only for what no model could correct.
  std::optional<RpcError> fault{};
};

// A log message for the client: level, logger, and any JSON text.
using LogFn =
    std::function<void(std::string_view level, std::string_view logger, std::string_view data)>;

struct CallContext : Context {
  bool modern = false;  // 2026-07-28 request; legacy otherwise
  std::string version;  // protocol version of this request
  ClientCapabilities client{};
  Inputs inputs{};                   // answers to what an earlier round asked
  std::string state{};               // what an earlier round wanted back, unchanged
  LogFn log_to_client{};             // empty when the client must not get log messages
  Subscriptions* changes = nullptr;  // to announce changes; null outside a session
};

struct ToolDef {
  std::string name;
  // JSON text as served in tools/list, one line; asked for at the first tools/list, not at the
  // start.
  std::function<std::string()> definition;
  // `arguments` is JSON text of an object. nullopt-like silence on cancellation is the session's
  // business.
  std::function<ToolResult(const Json& arguments, const CallContext&)> call;
  // What the decoder of `call` accepts, as a schema skeleton (JSON text); tests hold it against
  // `definition`.
  std::function<std::string()> accepted{};
  // Whether a call with these arguments takes so long that it is a task for a client that knows
  // tasks; empty = no call does.
  std::function<bool(const Json& arguments)> long_running{};
  // A call from a client of 2026-07-28 that does not know tasks is refused.
  bool only_as_task = false;
};

// Maps an Error to the isError result of the contract: structuredContent.error {code, message,
// source?, path?, retry_after_s?, recovery, position?, problems?}. Errc::internal gets a fixed
// sentence and the tag.
ToolResult error_result(const Error& error, std::string_view tag);

}  // namespace ev::mcp
