// The HTTP cache's port and its key. Only replies classified `ok` are stored; keys and etiquette
// parameters are not part of the key. Thread rule: CacheStore implementations are thread-safe.
#pragma once

#include "net/request.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ev::net {

struct CachedResponse {
  int status = 0;
  std::string content_type;
  std::string body;
  std::chrono::seconds stored_at{0};  // unix time
};

class CacheStore {
 public:
  virtual ~CacheStore() = default;
  virtual std::optional<CachedResponse> get(std::string_view key) = 0;
  virtual void put(std::string_view key, const CachedResponse& response) = 0;
};

// SHA-256 of url, params in order, headers and body; no secrets. Whether the parameters travel in
// the URL or in a form makes no difference.
std::string cache_key(const RequestPlan& plan);

}  // namespace ev::net
