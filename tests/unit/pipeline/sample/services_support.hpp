// The sample's three newer services over a few records of a test's own.
#pragma once

#include "base/json.hpp"
#include "pipeline/sample/form.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ev::sample {

template <class Service>
struct ServiceBench {
  Service service;
  explicit ServiceBench(std::string_view data) : service(*Service::load(data)) {}

  std::optional<net::HttpResponse> get(const std::string& path_and_query) const {
    return service.answer(read_form({.method = "GET", .url = "https://x.test" + path_and_query}));
  }
  Json json(const std::string& path_and_query) const {
    const auto reply = get(path_and_query);
    REQUIRE(reply);
    INFO(reply->body);
    REQUIRE(reply->status == 200);
    return parse_json(reply->body).value();
  }
  // Status and body of something that is refused.
  std::pair<int, std::string> refused(const std::string& path_and_query) const {
    const auto reply = get(path_and_query);
    REQUIRE(reply);
    return {reply->status, reply->body};
  }
};

inline std::string encoded(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
    }
  }
  return out;
}

}  // namespace ev::sample
