// The HTTP cache in SQLite. Bodies over 1 KiB are kept deflated. Past `max_bytes` the oldest
// replies go, a few with each put, so that no call pays for a large clean-up; a reply larger than
// an eighth of the cap is not kept. A store that cannot be used makes every look-up a miss: neither
// function fails or throws. Thread rule: any thread, any number of processes.
#pragma once

#include "net/cache.hpp"
#include "store/sql_connection.hpp"

#include <atomic>

namespace ev::store {

inline constexpr std::size_t kHttpCacheBytes = 512u << 20;

class HttpCacheStore final : public net::CacheStore {
 public:
  explicit HttpCacheStore(SqlConnection& connection, std::size_t max_bytes = kHttpCacheBytes)
      : connection_(connection), max_bytes_(max_bytes) {}
  std::optional<net::CachedResponse> get(std::string_view key) noexcept override;
  void put(std::string_view key, const net::CachedResponse& response) noexcept override;

 private:
  void note_failure(const Error& error);

  SqlConnection& connection_;
  const std::size_t max_bytes_;
  std::atomic<bool> failure_noted_{false};
};

}  // namespace ev::store
