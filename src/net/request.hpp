// What a source asks for and what it gets back: plain values, no curl, no policy.
// Thread rule: plain values.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace ev::net {

// How a reply is to be treated (reasons in the retry table of retry.hpp). A source's classify() decides,
// because a 200 can carry an error body, HTML instead of JSON, or a cut document.
enum class Verdict {
  ok,         // usable; the only kind that is cached
  transient,  // try again with back-off
  rate,       // try again after Retry-After; every process of the user waits
  blocked,    // the address is blocked: stop all traffic to this service for an hour
  budget,     // a daily budget is used up: no retry until it resets
  expired,    // a server-side handle or cursor is gone: start the search again
  permanent,  // will not get better: report
};
const char* to_string(Verdict verdict);

struct HttpResponse {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;                                          // decoded
  bool from_cache = false;
  std::chrono::milliseconds elapsed{0};
  std::string header(std::string_view lower_case_name) const;  // "" when absent
};

struct Classified {
  Verdict verdict = Verdict::ok;
  std::string reason{};                  // short, safe to show; "" for ok
  std::optional<double> retry_after_s{};  // overrides the header
  Errc code = Errc::upstream_unavailable;  // what the caller is told for permanent and budget
};
using Classify = std::function<Classified(const HttpResponse&)>;

// One service as the limiter sees it. `service` names the state file ("ncbi"); identity is host and port of
// the base URL plus the key, hashed, so that processes with the same key share one budget.
struct HostPolicy {
  std::string service;
  std::chrono::milliseconds gap{0};  // least time between two starts; 0 = no spacing
  int concurrency = 4;               // in flight per process
  std::string key;                   // only hashed into the identity
};

// Freshness of a cached reply per kind of content; zero = not cached.
using Ttl = std::chrono::seconds;

struct RequestPlan {
  std::string source;  // for errors and the log: "pubmed"
  HostPolicy policy;
  std::string url;     // base and path, no query
  // Sent in the query string, or as a form body when the request line would exceed limits::kGetUrlBytes
  // and `may_post` is set.
  std::vector<std::pair<std::string, std::string>> params;
  // Added to what is sent, never to the cache key, the log or an error: api_key, email, tool …
  std::vector<std::pair<std::string, std::string>> secret_params;
  std::vector<std::pair<std::string, std::string>> headers;         // e.g. Accept
  std::vector<std::pair<std::string, std::string>> secret_headers;  // e.g. Authorization
  bool may_post = false;
  bool force_post = false;
  std::string body;          // a body of its own (JSON); implies POST, must be read-only for the service
  std::string content_type;  // of `body`
  Ttl ttl{0};
  Classify classify;         // required
  std::size_t max_body = 0;  // 0 = limits::kBodyBytes
};

}  // namespace ev::net
