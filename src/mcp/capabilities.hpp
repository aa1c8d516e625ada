// What a client can be asked in the middle of a request, and the requests themselves. A tool says
// what it wants to know in the form of the newest era (a list of questions, answered in a later
// round); the session puts the questions to a legacy client as requests of its own. Nobody is asked
// what it did not declare. Thread rule: plain values and pure functions.
#pragma once

#include "base/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::mcp {

struct ClientCapabilities {
  bool forms = false;  // elicitation by form; `elicitation: {}` means just this
  bool sampling = false;
  bool roots = false;
  bool tasks = false;  // the tasks extension (2026-07-28 only)
};

inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

// `capabilities` as a client declared it; null = none.
ClientCapabilities read_capabilities(const Json* capabilities);

struct InputRequest {
  enum class Kind { form, sampling, roots };
  std::string key;  // names the answer among the inputs
  Kind kind = Kind::form;
  std::string params;  // JSON text of an object
};

// `schema` is the JSON text of a flat object schema (requestedSchema).
InputRequest ask_form(std::string key, std::string_view message, std::string_view schema);
// One user message for the host's model.
InputRequest ask_model(std::string key, std::string_view prompt, int max_tokens);
InputRequest ask_roots(std::string key);

std::string_view method_of(InputRequest::Kind kind);
bool offered(InputRequest::Kind kind, const ClientCapabilities& client);
// The ClientCapabilities object that would have to be declared, as JSON text.
std::string needed_capability(InputRequest::Kind kind);
// {"key":{"method":…,"params":…},…}
std::string input_requests_json(const std::vector<InputRequest>& requests);

}  // namespace ev::mcp
