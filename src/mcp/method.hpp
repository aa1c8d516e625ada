// Method: one row of an era's method table, and Feature: the rows and the capability that one part
// of the protocol (tools; later resources, prompts) adds to the tables. The session runs whatever
// the rows return and never names a method itself, so a feature is added without touching it.
// Thread rule: `serve` runs on the reader thread and must not block; what may block is returned as
// a Job, whose answer may be put off (Asking, Later): the runner then sees to the rest.
#pragma once

#include "mcp/jsonrpc.hpp"
#include "mcp/tool.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ev::mcp {

enum class Eras { both, legacy, modern };

struct Request {
  RequestId id;
  std::string_view method;
  JsonPtr params;  // an object, or null when absent
  bool modern = false;
};

// Hints of 2026-07-28 on results that may be cached; ttl_ms < 0 = the method has none.
struct Caching {
  int ttl_ms = -1;
  std::string_view scope = "public";
};

// The members of a result object as JSON text without the braces ("" = an empty object).
struct Members {
  std::string json;
  std::string_view type = "complete";  // resultType of 2026-07-28
  std::optional<Caching> caching{};    // instead of the method's
};

// The client has to answer these first; `state` comes back with the answers.
struct Asking {
  std::vector<InputRequest> requests;
  std::string state;
};

struct Answer;
// Long work, of which a task can be made.
struct Later {
  std::function<Answer(const CallContext&)> work;
};

struct Answer : std::variant<Members, RpcError, Asking, Later> {
  using variant::variant;
};

// Work for the pool. `fail` turns what goes wrong around it (queue full, exception) into the answer
// that this method gives for failures.
struct Job {
  std::string label;  // for the log
  std::function<Answer(const CallContext&)> run;
  Answer (*fail)(const Error& error, std::string_view tag);
  bool may_ask = false;  // whether the method may answer with Asking
};

// The kinds of change a client wants to hear of. The request stays open and is answered when the
// server shuts down.
struct Listen {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  std::vector<std::string> uris{};
};

using Outcome = std::variant<Members, RpcError, Job, Listen>;

struct Method {
  std::string_view name;
  std::function<Outcome(const Request&)> serve;
  Caching caching{};
  Eras eras = Eras::both;
};

struct Feature {
  std::string capability;  // a member of `capabilities`: "\"tools\":{}"; "" = an extension only
  std::vector<Method> methods;
  Eras eras = Eras::both;
  std::string extension{};      // a member of `capabilities.extensions`
  std::string_view since = "";  // the first protocol version that knows the capability
};

// The member of a modern request's _meta that says what its client can be asked.
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

// Failures of methods other than tools/call. What is internal stays in the log, under `tag`.
Answer fail_as_protocol_error(const Error& error, std::string_view tag);
// -32602 "Invalid params: …".
RpcError bad_params(std::string_view why);
// -32021 with the ClientCapabilities object that is missing.
RpcError missing_capability(std::string_view message, std::string_view needed);
// The cursor of a list: "" = the first page; nullopt = not a string.
std::optional<std::string> cursor_of(const Request& request);

}  // namespace ev::mcp
