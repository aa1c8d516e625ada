#include "net/cache.hpp"

#include "base/hash.hpp"

namespace ev::net {

namespace {

// Lengths in front of the parts keep ("ab","c") and ("a","bc") apart.
void add(std::string& out, std::string_view part) {
  out += std::to_string(part.size());
  out += ':';
  out += part;
}

}  // namespace

std::string cache_key(const RequestPlan& plan) {
  std::string all;
  add(all, plan.body.empty() ? "read" : "body");
  add(all, plan.url);
  add(all, std::to_string(plan.params.size()));
  for (const auto& [name, value] : plan.params) {
    add(all, name);
    add(all, value);
  }
  for (const auto& [name, value] : plan.headers) {
    add(all, name);
    add(all, value);
  }
  add(all, plan.body);
  return sha256_hex(all);
}

}  // namespace ev::net
