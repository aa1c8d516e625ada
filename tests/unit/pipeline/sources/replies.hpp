// Replies of services as tests write them, and looks into plans.
#pragma once

#include "net/request.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ev::test {

inline net::HttpResponse answered(int status, std::string body,
                                  std::vector<net::Header> headers = {}) {
  net::HttpResponse r;
  r.status = status;
  r.body = std::move(body);
  r.headers = std::move(headers);
  return r;
}

inline net::HttpResponse good_reply(std::string body) {
  return answered(200, std::move(body));
}

inline std::string param_of(const net::RequestPlan& plan, const std::string& name) {
  for (const auto& [key, value] : plan.params) {
    if (key == name) return value;
  }
  return "(none)";
}

inline bool has_text(const std::vector<std::string>& list, const std::string& part) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& s) { return s.find(part) != std::string::npos; });
}

inline constexpr const char* kHtmlPage =
    "<!doctype html>\n<html lang=en><title>502 Bad Gateway</title><h1>Bad Gateway</h1></html>";

}  // namespace ev::test
