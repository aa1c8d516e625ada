#include "net/curl_engine.hpp"

#include "net/client.hpp"
#include "net/retry.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/tiny_server.hpp"

#include <cstdlib>
#include <thread>

namespace ev::net {

using namespace std::chrono_literals;
using test::Connection;
using test::TinyServer;

namespace {

// gzip of "hello, compressed world"
constexpr char kGzip[] =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\xd7\x51\x48\xce\xcf\x2d\x28"
    "\x4a\x2d\x2e\x4e\x4d\x51\x28\xcf\x2f\xca\x49\x01\x00\x08\x9e\x34\x35\x17\x00\x00\x00";

struct Loopback {
  explicit Loopback(TinyServer::Handler handler) : server(std::move(handler)) {}
  RequestPlan plan(std::string_view path) {
    return {.source = "pubmed",
            .policy = {.service = "ncbi"},
            .url = server.url(path),
            .classify = classify_http};
  }
  Result<HttpResponse> send(const RequestPlan& plan, Nanos time = 300s, std::stop_token stop = {}) {
    return client.send(plan,
                       {.clock = &clock, .stop = std::move(stop), .deadline = clock.now() + time});
  }
  SystemClock clock;
  TinyServer server;
  Client client{
      {.clock = &clock, .make_engine = make_curl_engine, .user_agent = "evidence-mcp/test"}};
};

}  // namespace

TEST_CASE("a request goes out as planned and gzip comes back decoded") {
  Loopback net([](const std::string&, Connection& c) {
    c.reply("200 OK", "Content-Encoding: gzip\r\nContent-Type: text/plain\r\nX-Mixed-Case: Yes\r\n",
            {kGzip, sizeof kGzip - 1});
  });
  RequestPlan plan = net.plan("/esearch.fcgi");
  plan.params = {{"term", "heart failure"}};
  plan.secret_headers = {{"Authorization", "Bearer abc"}};
  const auto reply = net.send(plan);
  REQUIRE(reply);
  CHECK(reply->status == 200);
  CHECK(reply->body == "hello, compressed world");
  CHECK(reply->header("x-mixed-case") == "Yes");
  const std::string request = net.server.requests().at(0);
  CHECK(request.rfind("GET /esearch.fcgi?term=heart%20failure HTTP/1.1\r\n", 0) == 0);
  CHECK(has(request, "Accept-Encoding: "));
  CHECK(has(request, "gzip"));
  CHECK(has(request, "User-Agent: evidence-mcp/test\r\n"));
  CHECK(has(request, "Authorization: Bearer abc\r\n"));
}

TEST_CASE("a long request arrives as a form") {
  Loopback net([](const std::string&, Connection& c) { c.reply("200 OK", "", "fine"); });
  RequestPlan plan = net.plan("/efetch.fcgi");
  plan.params = {{"id", std::string(3000, '7')}};
  plan.may_post = true;
  CHECK(net.send(plan)->body == "fine");
  const std::string request = net.server.requests().at(0);
  CHECK(request.rfind("POST /efetch.fcgi HTTP/1.1\r\n", 0) == 0);
  CHECK(has(request, "Content-Type: application/x-www-form-urlencoded\r\n"));
  CHECK(has(request, "\r\n\r\nid=777"));
  CHECK_FALSE(has(request, "Expect:"));
}

TEST_CASE("cancelling closes the transfer and frees the worker within 50 ms") {
  std::atomic<bool> closed{false};
  Loopback net([&](const std::string&, Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nslow");
    closed = c.closed_within(300s);
  });
  std::stop_source stop;
  std::thread canceller([&] {
    for (int i = 0; i < 30'000 && net.server.requests().empty(); ++i)
      std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_for(30ms);
    stop.request_stop();
  });
  const auto reply = net.send(net.plan("/slow"), 300s, stop.get_token());
  canceller.join();
  CHECK(reply.error().code == Errc::cancelled);
  // The server would have held the transfer for minutes.
  for (int i = 0; i < 30'000 && !closed; ++i) std::this_thread::sleep_for(10ms);
  CHECK(closed);
}

TEST_CASE("a connection reset in the middle of the body is tried again") {
  std::atomic<int> calls{0};
  Loopback net([&](const std::string&, Connection& c) {
    if (++calls > 1) return c.reply("200 OK", "", "whole");
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf");
    c.reset();
  });
  CHECK(net.send(net.plan("/reset"))->body == "whole");
  CHECK(calls == 2);
}

TEST_CASE("a body that ends early is no answer") {
  Loopback net([](const std::string&, Connection& c) {
    c.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf");
  });
  RequestPlan plan = net.plan("/cut");
  plan.tries = 1;
  const auto reply = net.send(plan);
  REQUIRE_FALSE(reply);
  CHECK(reply.error().code == Errc::upstream_unavailable);
  CHECK(has(reply.error().message, "1 try failed"));
}

TEST_CASE("redirects are not followed") {
  Loopback net([](const std::string&, Connection& c) {
    c.reply("302 Found", "Location: /elsewhere\r\n", "");
  });
  const auto reply = net.send(net.plan("/here"));
  CHECK(reply.error().code == Errc::upstream_unavailable);
  CHECK(net.server.requests().size() == 1);
}

TEST_CASE("a reply over the size limit ends early with its own error") {
  Loopback net(
      [](const std::string&, Connection& c) { c.reply("200 OK", "", std::string(200'000, 'x')); });
  RequestPlan plan = net.plan("/large");
  plan.max_body = 1000;
  const auto reply = net.send(plan);
  REQUIRE_FALSE(reply);
  CHECK(reply.error().message ==
        "pubmed: the reply is larger than 1000 bytes (the limit for one reply)");
  CHECK(reply.error().recovery == "ask for fewer records at once");
  CHECK(net.server.requests().size() == 1);
}

TEST_CASE("silence ends at the deadline") {
  Loopback net([](const std::string&, Connection& c) { c.closed_within(300s); });
  const TimePoint t0 = net.clock.now();
  const auto reply = net.send(net.plan("/hang"), 300ms);
  CHECK(reply.error().code == Errc::timeout);
  CHECK(net.clock.now() - t0 >= 300ms);
}

TEST_CASE("no listener is a transient failure without the address in the error") {
  Loopback net([](const std::string&, Connection&) {});
  RequestPlan plan = net.plan("/x");
  plan.url = "http://127.0.0.1:1/x";
  plan.tries = 1;
  const auto reply = net.send(plan);
  REQUIRE_FALSE(reply);
  CHECK(has(reply.error().message, "1 try failed"));
  CHECK_FALSE(has(reply.error().message, "127.0.0.1"));
}

TEST_CASE("a proxy from the environment is not asked for this machine") {
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  Loopback net([](const std::string&, Connection& c) { c.reply("200 OK", "", "direct"); });
  const auto reply = net.send(net.plan("/x"));
  ::unsetenv("http_proxy");
  REQUIRE(reply);
  CHECK(reply->body == "direct");
}

TEST_CASE("a proxy that cannot be reached, or refuses, is named, without what it was told") {
  Loopback proxy([](const std::string&, Connection& c) {
    c.reply("407 Proxy Authentication Required", "", "");
  });
  // "http://127.0.0.1:1234/" without scheme and slash.
  const auto address_of = [](const Loopback& l) {
    const std::string url = l.server.url("");
    return url.substr(url.find("//") + 2);
  };
  const auto reply_by = [&](const std::string& address) {
    ::setenv("https_proxy", ("http://name:password1@" + address).c_str(), 1);
    RequestPlan plan = proxy.plan("/x");
    plan.url = "https://service.invalid/x";
    plan.tries = 1;
    const auto reply = proxy.send(plan);
    ::unsetenv("https_proxy");
    REQUIRE_FALSE(reply);
    CHECK_FALSE(has(reply.error().message, "password1"));
    return reply.error().message;
  };
  const std::string refused = reply_by(address_of(proxy));
  CHECK(has(refused, "407"));
  CHECK(has(refused, "check HTTPS_PROXY"));
  const std::string unreached = reply_by("127.0.0.1:1");
  CHECK(has(unreached, "the proxy 127.0.0.1:1 (HTTPS_PROXY) cannot be reached"));
}

TEST_CASE("the engine names its library") {
  CHECK(has(curl_facts().version, "libcurl/"));
  CHECK(curl_facts().problem.empty());
}

}  // namespace ev::net
