// What a tool is to the protocol core: a definition to advertise and a function from arguments to a
// result. The core knows nothing of what tools do. Thread rule: `call` runs on a worker thread,
// several at once.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ev::mcp {

// One answer of a tool. `structured` becomes structuredContent, `text` the single text block; both
// are complete in themselves. Errors are results too (is_error): the model can correct itself.
struct ToolResult {
  std::string structured;  // JSON text of an object, "" = none
  std::string text;
  bool is_error = false;
};

struct CallContext : Context {
  bool modern = false;  // 2026-07-28 request; legacy otherwise
  std::string version;  // protocol version of this request
};

struct ToolDef {
  std::string name;
  std::string definition;  // JSON text as served in tools/list, one line
  // `arguments` is JSON text of an object. nullopt-like silence on cancellation is the session's
  // business.
  std::function<ToolResult(const Json& arguments, const CallContext&)> call;
  // What the decoder of `call` accepts, as a schema skeleton (JSON text); tests hold it against
  // `definition`.
  std::function<std::string()> accepted{};
};

// Maps an Error to the isError result of the contract: structuredContent.error {code, message,
// source?, path?, retry_after_s?, recovery, position?, problems?}. Errc::internal gets a fixed
// sentence and the tag.
ToolResult error_result(const Error& error, std::string_view tag);

}  // namespace ev::mcp
