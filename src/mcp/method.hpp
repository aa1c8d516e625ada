// Method: one row of an era's method table, and Feature: the rows and the capability that one part
// of the protocol (tools; later resources, prompts) adds to the tables. The session runs whatever
// the rows return and never names a method itself, so a feature is added without touching it.
// Thread rule: `serve` runs on the reader thread and must not block; what may block is returned as
// a Job.
#pragma once

#include "mcp/jsonrpc.hpp"
#include "mcp/tool.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ev::mcp {

struct Request {
  RequestId id;
  std::string_view method;
  JsonPtr params;  // an object, or null when absent
};

// The members of a result object as JSON text without the braces ("" = an empty object).
struct Members {
  std::string json;
};
using Answer = std::variant<Members, RpcError>;

// Work for the pool. `fail` turns what goes wrong around it (queue full, exception) into the answer
// that this method gives for failures.
struct Job {
  std::string label;  // for the log
  std::function<Answer(const CallContext&)> run;
  Answer (*fail)(const Error& error, std::string_view tag);
};

// The request stays open: `acknowledgement` is sent now, the result when the server shuts down.
struct Listen {
  std::string acknowledgement;
};

using Outcome = std::variant<Members, RpcError, Job, Listen>;

// Hints of 2026-07-28 on results that may be cached; ttl_ms < 0 = the method has none.
struct Caching {
  int ttl_ms = -1;
  std::string_view scope = "public";
};

struct Method {
  std::string_view name;
  std::function<Outcome(const Request&)> serve;
  Caching caching{};
};

struct Feature {
  std::string capability;  // a member of `capabilities`: "\"tools\":{}"
  std::vector<Method> methods;
};

}  // namespace ev::mcp
