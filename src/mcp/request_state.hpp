// RequestState: what a tool wants back with the client's answers travels through the client in
// 2026-07-28. It is sealed, not hidden: HMAC-SHA-256 under a key of the server, bound to the
// request it belongs to, and good for ten minutes. Sources: RFC 2104; the protocol's rules for
// requestState. Thread rule: any thread.
#pragma once

#include "base/clock.hpp"
#include "base/guarded.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ev::mcp {

class RequestState {
 public:
  // The key lies in `key_file` (made at first need, 0600), so that a retry may reach another
  // process of the same user; without a file it lives as long as the process.
  RequestState(std::filesystem::path key_file, const Clock& clock)
      : key_file_(std::move(key_file)), clock_(clock) {}
  std::string seal(std::string_view state, std::string_view binding);
  // Nullopt when it was changed, has expired, or belongs to another request.
  std::optional<std::string> open(std::string_view sealed, std::string_view binding);

 private:
  std::string key();
  std::string mac(std::string_view expiry, std::string_view binding, std::string_view state);

  const std::filesystem::path key_file_;
  const Clock& clock_;
  Guarded<std::string> key_;
};

}  // namespace ev::mcp
