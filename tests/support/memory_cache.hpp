// A CacheStore in memory. Thread rule: any thread.
#pragma once

#include "base/guarded.hpp"
#include "net/cache.hpp"

#include <map>
#include <string>

namespace ev::test {

class MemoryCache final : public net::CacheStore {
 public:
  std::optional<net::CachedResponse> get(std::string_view key) override {
    auto entries = entries_.lock();
    const auto it = entries->find(std::string(key));
    if (it == entries->end()) return std::nullopt;
    return it->second;
  }
  void put(std::string_view key, const net::CachedResponse& response) override {
    entries_.lock()->insert_or_assign(std::string(key), response);
  }
  std::map<std::string, net::CachedResponse> all() { return *entries_.lock(); }

 private:
  Guarded<std::map<std::string, net::CachedResponse>> entries_;
};

}  // namespace ev::test
