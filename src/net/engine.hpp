// Port below retry and policy: one HTTP transfer. Real: CurlEngine. Others: Replayer (cassettes),
// the built-in sample's engine, FakeHttp in tests. Thread rule: all members but wake() are called
// by the HTTP thread only.
#pragma once

#include "base/clock.hpp"
#include "net/request.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ev::net {

// A request as it goes on the wire, secrets included.
struct WireRequest {
  std::string method;  // GET or POST
  std::string url;     // with query string
  std::vector<Header> headers;
  std::string body;
  std::size_t max_body = 0;
  std::chrono::milliseconds timeout{0};       // 0 = none
  std::chrono::milliseconds idle_timeout{0};  // 0 = none
  // The request without its secrets, the same for equal plans: what a recording or a log may show.
  std::string label;
  std::vector<std::string> secrets;  // the values to remove from anything written down
};

// Transfer failure below HTTP: DNS, connect, TLS, reset, truncated, too large.
struct TransportError {
  bool transient = true;
  bool too_large = false;
  std::string message;  // without URL
};

struct Completion {
  std::uint64_t id = 0;
  bool failed = false;
  HttpResponse response{};  // when !failed
  TransportError error{};   // when failed
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void start(std::uint64_t id, const WireRequest& request) = 0;
  virtual void cancel(std::uint64_t id) = 0;  // no completion follows
  // Blocks until something completes, wake() is called or `until` is reached; returns what
  // completed.
  virtual std::vector<Completion> poll(TimePoint until) = 0;
  virtual void wake() = 0;  // the only call allowed from other threads
};
using MakeEngine = std::function<std::unique_ptr<Engine>()>;

}  // namespace ev::net
