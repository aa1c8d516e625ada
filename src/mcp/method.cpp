#include "mcp/method.hpp"

#include "base/log.hpp"

namespace ev::mcp {

Answer fail_as_protocol_error(const Error& error, std::string_view tag) {
  if (error.code == Errc::invalid_argument) return bad_params(error.message);
  if (error.code == Errc::internal || error.code == Errc::cancelled) {
    log(Level::error, "internal_error", {{"tag", tag}, {"what", error.message}});
    return RpcError{
        kInternalError,
        "Internal error. The server's log has the details under the tag " + std::string(tag) + "."};
  }
  return RpcError{kInternalError, error.message};
}

RpcError bad_params(std::string_view why) {
  return {kInvalidParams, "Invalid params: " + std::string(why)};
}

RpcError missing_capability(std::string_view message, std::string_view needed) {
  return {kMissingCapability, std::string(message),
          R"({"requiredCapabilities":)" + std::string(needed) + "}"};
}

std::optional<std::string> cursor_of(const Request& request) {
  const Json* const cursor = member(request.params.get(), "cursor");
  if (is_absent(cursor)) return std::string();
  const std::string* const text = as_string(cursor);
  if (text == nullptr) return std::nullopt;
  return *text;
}

}  // namespace ev::mcp
