#include "mcp/capabilities.hpp"

#include "mcp/jsonrpc.hpp"

#include <utility>

namespace ev::mcp {

ClientCapabilities read_capabilities(const Json* capabilities) {
  ClientCapabilities out;
  const Json* const elicitation = member(capabilities, "elicitation");
  out.forms = is_object(elicitation) &&
              (member(elicitation, "form") != nullptr || member(elicitation, "url") == nullptr);
  out.sampling = is_object(member(capabilities, "sampling"));
  out.roots = is_object(member(capabilities, "roots"));
  out.tasks = is_object(member(member(capabilities, "extensions"), kTasksExtension));
  return out;
}

InputRequest ask_form(std::string key, std::string_view message, std::string_view schema) {
  std::string params = R"({"message":)";
  append_json_string(params, message);
  params += R"(,"requestedSchema":)";
  params += schema;
  params += '}';
  return {.key = std::move(key), .kind = InputRequest::Kind::form, .params = std::move(params)};
}

InputRequest ask_model(std::string key, std::string_view prompt, int max_tokens) {
  std::string params = R"({"messages":[{"role":"user","content":{"type":"text","text":)";
  append_json_string(params, prompt);
  params += R"(}}],"maxTokens":)" + std::to_string(max_tokens) + "}";
  return {.key = std::move(key), .kind = InputRequest::Kind::sampling, .params = std::move(params)};
}

InputRequest ask_roots(std::string key) {
  return {.key = std::move(key), .kind = InputRequest::Kind::roots, .params = "{}"};
}

std::string_view method_of(InputRequest::Kind kind) {
  switch (kind) {
    case InputRequest::Kind::form:
      return "elicitation/create";
    case InputRequest::Kind::sampling:
      return "sampling/createMessage";
    case InputRequest::Kind::roots:
      break;
  }
  return "roots/list";
}

bool offered(InputRequest::Kind kind, const ClientCapabilities& client) {
  switch (kind) {
    case InputRequest::Kind::form:
      return client.forms;
    case InputRequest::Kind::sampling:
      return client.sampling;
    case InputRequest::Kind::roots:
      break;
  }
  return client.roots;
}

std::string needed_capability(InputRequest::Kind kind) {
  switch (kind) {
    case InputRequest::Kind::form:
      return R"({"elicitation":{"form":{}}})";
    case InputRequest::Kind::sampling:
      return R"({"sampling":{}})";
    case InputRequest::Kind::roots:
      break;
  }
  return R"({"roots":{}})";
}

std::string input_requests_json(const std::vector<InputRequest>& requests) {
  std::string out = "{";
  for (const InputRequest& request : requests) {
    if (out.size() > 1) out += ',';
    append_json_string(out, request.key);
    out += R"(:{"method":")";
    out += method_of(request.kind);
    out += R"(","params":)" + request.params + "}";
  }
  return out + "}";
}

}  // namespace ev::mcp
