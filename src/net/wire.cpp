#include "net/wire.hpp"

#include "base/hash.hpp"
#include "net/url.hpp"

#include <algorithm>

namespace ev::net {

namespace {

// "GET https://host/path?term=x", the same whether the parameters travel in the URL or in a form.
std::string label_of(const RequestPlan& plan) {
  std::string label = plan.body.empty() ? "GET " : "POST ";
  label += with_query(plan.url, build_query(plan.params));
  if (!plan.body.empty()) label += " body:" + sha256_hex(plan.body).substr(0, 16);
  return label;
}

Result<void> check_address(std::string_view url) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  EV_CHECK(check_base_url(url.substr(0, end)));
  return {};
}

// A line break in a header value would start another header.
Result<void> check_headers(const std::vector<Header>& headers) {
  for (const auto& [name, value] : headers) {
    for (const char c : name + value) {
      if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) continue;
      return Error{.code = Errc::invalid_argument,
                   .message = "the value sent as " + redact(name) +
                              " contains a line break or control character"};
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> secrets_of(const RequestPlan& plan) {
  std::vector<std::string> out;
  // The tool's name travels with the secrets but is none.
  for (const auto& [name, value] : plan.secret_params) {
    if (name != "tool") out.push_back(value);
  }
  for (const auto& [name, value] : plan.secret_headers) {
    out.push_back(value);
    // "Bearer abc": services echo the key without the scheme.
    if (const std::size_t space = value.find(' '); space != std::string::npos) {
      out.push_back(value.substr(space + 1));
    }
  }
  if (!plan.policy.key.empty()) out.push_back(plan.policy.key);
  return out;
}

Result<WireRequest> make_wire(const RequestPlan& plan, std::string_view user_agent) {
  EV_CHECK(check_address(plan.url));
  std::vector<Param> params = plan.params;
  params.insert(params.end(), plan.secret_params.begin(), plan.secret_params.end());
  const std::string query = build_query(params);
  const bool too_long =
      plan.url.size() + 1 + query.size() > static_cast<std::size_t>(limits::kGetUrlBytes);

  WireRequest wire;
  wire.headers = plan.headers;
  wire.headers.insert(wire.headers.end(), plan.secret_headers.begin(), plan.secret_headers.end());
  EV_CHECK(check_headers(wire.headers));
  if (!user_agent.empty()) wire.headers.emplace_back("User-Agent", user_agent);
  wire.max_body = plan.max_body == 0 ? limits::kBodyBytes : plan.max_body;
  wire.idle_timeout = plan.idle_timeout;
  wire.label = label_of(plan);
  wire.secrets = secrets_of(plan);
  if (!plan.body.empty()) {
    wire.method = "POST";
    wire.url = with_query(plan.url, query);
    wire.body = plan.body;
    wire.headers.emplace_back("Content-Type", plan.content_type);
  } else if (plan.force_post || (plan.may_post && too_long)) {
    wire.method = "POST";
    wire.url = plan.url;
    wire.body = query;
    wire.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
  } else {
    wire.method = "GET";
    wire.url = with_query(plan.url, query);
  }
  return wire;
}

}  // namespace ev::net
