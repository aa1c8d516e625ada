// What a source asks for and what it gets back: plain values, no curl, no policy.
// Thread rule: plain values. classify() is called on the HTTP thread: it looks at the status, the
// headers and the ends of the body, and leaves parsing to the worker.
#pragma once

#include "base/limits.hpp"
#include "base/result.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::net {

// How a reply is to be treated. A source's classify() decides, because a 200 can carry an error
// body, HTML instead of JSON, or a cut document; classify_http() in retry.hpp is the default by
// status.
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

using Header = std::pair<std::string, std::string>;
using Param = std::pair<std::string, std::string>;

struct HttpResponse {
  int status = 0;
  std::vector<Header> headers;  // names in lower case
  std::string body;             // decoded
  bool from_cache = false;
  std::chrono::milliseconds elapsed{0};                        // of the last try
  std::string header(std::string_view lower_case_name) const;  // "" when absent
};

struct Classified {
  Verdict verdict = Verdict::ok;
  std::string reason{};                   // short, safe to show; "" for ok
  std::optional<double> retry_after_s{};  // overrides the header
  // What the caller is told for permanent, and for transient when no try is left. Left at the
  // default, budget becomes budget_exhausted and expired becomes not_found; any other value is
  // kept.
  Errc code = Errc::upstream_unavailable;
};
using Classify = std::function<Classified(const HttpResponse&)>;

// Whether a reply that classify() calls ok may be cached: it can be read, and holds what was asked.
// What may not is given to the caller all the same. Called by the thread that asked.
using Keep = std::function<bool(const HttpResponse&)>;

// One service as the limiter sees it. `service` names the state file ("ncbi"); identity is host and
// port of the base URL plus the key, hashed, so that processes with the same key share one budget.
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
  std::string url;  // base and path, no query
  // Sent in the query string, or as a form body when the request line would exceed
  // limits::kGetUrlBytes and `may_post` is set.
  std::vector<Param> params;
  // Added to what is sent, never to the cache key, the log or an error: api_key, email, tool …
  std::vector<Param> secret_params;
  std::vector<Header> headers;         // e.g. Accept
  std::vector<Header> secret_headers;  // e.g. Authorization
  bool may_post = false;
  bool force_post = false;
  std::string body;  // a body of its own (JSON); implies POST, must be read-only for the service
  std::string content_type;  // of `body`
  bool refresh = false;      // do not answer from the cache: what it holds led nowhere
  bool cache_only = false;   // answer from the cache, however old; otherwise Errc::offline
  Ttl ttl{0};         // plans with a ttl that are asked for at the same time share one transfer
  Classify classify;  // required
  Keep keep;          // empty: every ok reply with a ttl is cached
  int tries = limits::kTries;
  std::size_t max_body = 0;  // 0 = limits::kBodyBytes
  // No byte for so long counts as a transient failure; 0 = only the deadline ends a try (a model
  // that thinks before its first byte).
  std::chrono::milliseconds idle_timeout = limits::kIdleTimeout;
};

}  // namespace ev::net
