#include "net/client.hpp"

#include "base/file.hpp"
#include "base/log.hpp"
#include "net/retry.hpp"
#include "support/catch.hpp"
#include "support/fake_http.hpp"
#include "support/memory_cache.hpp"
#include "support/temp_dir.hpp"

#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace ev::net {

using namespace std::chrono_literals;
using test::FakeClock;
using test::HttpScript;
using test::MemoryCache;

namespace {

const std::string kApiKey = "0123456789abcdef0123456789abcdef0123";

struct ClientBench {
  FakeClock clock;
  HttpScript script{clock};
  MemoryCache cache;

  ClientOptions options(bool offline = false) {
    return {.clock = &clock, .make_engine = script.factory(), .cache = &cache, .offline = offline};
  }
  Context context(Nanos time = 60s) { return {.clock = &clock, .deadline = clock.now() + time}; }
};

RequestPlan cached_plan(std::string term) {
  return {.source = "pubmed",
          .policy = {.service = "ncbi", .key = kApiKey},
          .url = "https://eutils.example.org/esearch.fcgi",
          .params = {{"term", std::move(term)}},
          .secret_params = {{"api_key", kApiKey}, {"email", "someone@example.org"}},
          .ttl = Ttl(3600),
          .classify = classify_http};
}

}  // namespace

TEST_CASE("results come back in the order of the plans, one failure touches no other") {
  ClientBench bench;
  bench.script.on("slow", {{.body = "slow", .delay = 5s}});
  bench.script.on("quick", "quick");
  bench.script.on("bad", {{.status = 400}});
  Client client(bench.options());
  const auto results = client.send_all(
      std::vector{cached_plan("slow"), cached_plan("bad"), cached_plan("quick")}, bench.context());
  REQUIRE(results.size() == 3);
  CHECK(results[0]->body == "slow");
  CHECK(results[1].error().code == Errc::upstream_unavailable);
  CHECK(results[2]->body == "quick");
  CHECK(client.send_all({}, bench.context()).empty());
}

TEST_CASE("what a call asks for is counted, whoever answers it") {
  ClientBench bench;
  bench.script.on("asthma", {{.body = "one"}});
  Client client(bench.options());
  std::atomic<int> requests{0};
  Context counted = bench.context();
  counted.requests = &requests;
  REQUIRE(client.send(cached_plan("asthma"), counted));
  REQUIRE(client.send(cached_plan("asthma"), counted));
  REQUIRE(client.send(cached_plan("asthma"), bench.context()));
  CHECK(requests == 2);
  CHECK(client.traffic().requests == 1);
}

TEST_CASE("a repeated request is answered from the cache until it is stale") {
  ClientBench bench;
  bench.script.on("asthma", {{.body = "one", .headers = {{"content-type", "application/json"}}},
                             {.body = "two"}});
  Client client(bench.options());
  CHECK_FALSE(client.send(cached_plan("asthma"), bench.context())->from_cache);
  const auto again = client.send(cached_plan("asthma"), bench.context());
  CHECK(again->from_cache);
  CHECK(again->body == "one");
  CHECK(again->header("content-type") == "application/json");
  CHECK(client.traffic().requests == 1);
  CHECK(client.traffic().cache_hits == 1);
  bench.clock.advance(3601s);
  CHECK(client.send(cached_plan("asthma"), bench.context())->body == "two");
  RequestPlan uncached = cached_plan("asthma");
  uncached.ttl = Ttl(0);
  CHECK_FALSE(client.send(uncached, bench.context())->from_cache);
}

TEST_CASE("only usable replies are cached, and a clock set back makes nothing immortal") {
  ClientBench bench;
  bench.script.on("asthma", {{.body = "<html>maintenance"}});
  Client client(bench.options());
  RequestPlan plan = cached_plan("asthma");
  plan.classify = [](const HttpResponse&) {
    return Classified{.verdict = Verdict::permanent, .reason = "HTML instead of JSON"};
  };
  CHECK_FALSE(client.send(plan, bench.context()));
  CHECK(bench.cache.all().empty());
  plan.classify = classify_http;
  CHECK(client.send(plan, bench.context()));
  bench.clock.set_unix(1'000'000'000);
  CHECK_FALSE(client.send(plan, bench.context())->from_cache);
}

TEST_CASE("a reply that its reader cannot use is given to the caller and not kept") {
  ClientBench bench;
  bench.script.on("asthma", "{}");
  Client client(bench.options());
  RequestPlan plan = cached_plan("asthma");
  plan.keep = [](const HttpResponse& r) { return r.body != "{}"; };
  CHECK(client.send(plan, bench.context())->body == "{}");
  CHECK(bench.cache.all().empty());
  plan.keep = [](const HttpResponse&) -> bool { throw 7; };
  CHECK(client.send(plan, bench.context()));
  CHECK(bench.cache.all().empty());
  plan.keep = [](const HttpResponse&) { return true; };
  CHECK(client.send(plan, bench.context()));
  CHECK(bench.cache.all().size() == 1);
}

TEST_CASE("offline: the cache however old, otherwise a clear error, and no engine at all") {
  ClientBench bench;
  bench.script.on("asthma", "one");
  {
    Client client(bench.options());
    CHECK(client.send(cached_plan("asthma"), bench.context()));
  }
  bench.clock.advance(1000h);
  ClientOptions options = bench.options(true);
  options.make_engine = []() -> std::unique_ptr<Engine> { throw 1; };
  Client offline(options);
  CHECK(offline.send(cached_plan("asthma"), bench.context())->body == "one");
  const auto missing = offline.send(cached_plan("sepsis"), bench.context());
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == Errc::offline);
  CHECK(missing.error().source == "pubmed");
  CHECK_FALSE(missing.error().recovery.empty());
}

TEST_CASE("equal requests at the same time make one transfer") {
  ClientBench bench;
  bench.script.on("asthma", {{.body = "one", .delay = 1s}});
  bench.script.freeze();
  Client client(bench.options());
  std::vector<std::thread> threads;
  std::atomic<int> served{0};
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      const auto result = client.send(cached_plan("asthma"), bench.context());
      if (result && result->body == "one") ++served;
    });
  }
  REQUIRE(bench.script.wait_for_requests(1));
  std::this_thread::sleep_for(50ms);
  bench.script.thaw();
  for (std::thread& thread : threads) thread.join();
  CHECK(served == 6);
  CHECK(bench.script.requests().size() == 1);
  const auto both =
      client.send_all(std::vector{cached_plan("b"), cached_plan("b")}, bench.context());
  CHECK(both.size() == 2);
  CHECK(bench.script.requests().size() == 2);
}

TEST_CASE("a stop request frees the worker") {
  ClientBench bench;
  bench.script.on("asthma", {{.hang = true}});
  bench.script.freeze();
  Client client(bench.options());
  std::stop_source stop;
  Context ctx = bench.context();
  ctx.stop = stop.get_token();
  std::thread canceller([&] {
    bench.script.wait_for_requests(1);
    stop.request_stop();
  });
  const auto result = client.send(cached_plan("asthma"), ctx);
  canceller.join();
  CHECK(result.error().code == Errc::cancelled);
  CHECK(bench.script.cancelled() == 1);
  // Already stopped, already too late: nothing is sent.
  CHECK(client.send(cached_plan("asthma"), ctx).error().code == Errc::cancelled);
  CHECK(client.send(cached_plan("asthma"), bench.context(0s)).error().code == Errc::timeout);
  CHECK(bench.script.requests().size() == 1);
}

TEST_CASE("a context without a deadline still ends") {
  ClientBench bench;
  bench.script.on("asthma", {{.hang = true}});
  Client client(bench.options());
  const TimePoint t0 = bench.clock.now();
  CHECK(client.send(cached_plan("asthma"), {.clock = &bench.clock}).error().code == Errc::timeout);
  CHECK(bench.clock.now() - t0 == limits::kCallTimeoutHard);
}

TEST_CASE("addresses that would leak are refused before anything is sent") {
  ClientBench bench;
  Client client(bench.options());
  RequestPlan plan = cached_plan("asthma");
  plan.url = "http://eutils.example.org/esearch.fcgi";
  const auto result = client.send(plan, bench.context());
  CHECK(result.error().code == Errc::invalid_argument);
  CHECK(bench.script.requests().empty());
}

TEST_CASE("the key is in no error, whatever the service or the transport says") {
  const std::vector<test::FakeReply> replies = {
      {.status = 400, .body = R"({"error":"API key invalid","api-key":")" + kApiKey + "\"}"},
      {.failed = true, .transient = false, .message = "cannot reach ?api_key=" + kApiKey},
      {.failed = true, .message = "reset while sending " + kApiKey},
      {.status = 429, .body = kApiKey},
      {.hang = true}};
  for (const test::FakeReply& reply : replies) {
    ClientBench bench;
    bench.script.on("asthma", {reply});
    Client client(bench.options());
    RequestPlan plan = cached_plan("asthma");
    plan.classify = [](const HttpResponse& response) {
      Classified out = classify_http(response);
      out.reason += " " + response.body;  // a careless source
      return out;
    };
    const auto result = client.send(plan, bench.context());
    REQUIRE_FALSE(result);
    const Error& error = result.error();
    for (const std::string& text : {error.message, error.recovery, error.source}) {
      CHECK(text.find(kApiKey) == std::string::npos);
      CHECK(text.find("someone@example.org") == std::string::npos);
    }
    // It was sent, or the test would prove nothing.
    CHECK(bench.script.requests().at(0).wire.url.find(kApiKey) != std::string::npos);
  }
}

TEST_CASE("a key that comes back is in no answer, the service's own or another's") {
  const std::string other = "another/key+of=somebody";
  for (const std::string& echo : {kApiKey, other, std::string("another%2Fkey%2Bof%3Dsomebody"),
                                  "x" + kApiKey + "y" + other}) {
    ClientBench bench;
    bench.script.on("asthma",
                    {{.status = 200,
                      .body = "{\"title\":\"" + echo + "\",\"by\":\"someone@example.org\",\"n\":1}",
                      .headers = {{"x-seen", echo}}}});
    ClientOptions options = bench.options();
    options.keys = {"", "short", other};
    Client client(options);
    for (int turn = 0; turn < 2; ++turn) {  // the second time from the cache
      const auto result = client.send(cached_plan("asthma"), bench.context());
      REQUIRE(result);
      CHECK(result->from_cache == (turn == 1));
      CHECK(result->body.find(echo) == std::string::npos);
      CHECK(result->header("x-seen").find(echo) == std::string::npos);
      // The rest is as it was, addresses of authors too.
      CHECK(result->body.find("\",\"by\":\"someone@example.org\",\"n\":1}") != std::string::npos);
    }
  }
}

TEST_CASE("the log shows each try and no key") {
  const test::TempDir temp;
  const auto file = temp.path() / "stderr";
  std::fflush(stderr);
  const int saved = ::dup(2);
  const UniqueFd log_fd(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
  ::dup2(log_fd.get(), 2);
  set_log_level(Level::debug);
  {
    ClientBench bench;
    bench.script.on("asthma", {{.failed = true, .message = "reset at api_key=" + kApiKey},
                               {.status = 503, .body = kApiKey},
                               {.body = "fine"}});
    Client client(bench.options());
    RequestPlan plan = cached_plan("asthma");
    plan.params.emplace_back("note", kApiKey);  // a key in the wrong place
    CHECK(client.send(plan, bench.context()));
  }
  set_log_level(Level::warn);
  std::fflush(stderr);
  ::dup2(saved, 2);
  ::close(saved);
  const std::string log = *read_file(file);
  CHECK(log.find("try=3") != std::string::npos);
  CHECK(log.find("term=asthma") != std::string::npos);
  CHECK(log.find(kApiKey) == std::string::npos);
  CHECK(log.find("someone@example.org") == std::string::npos);
}

}  // namespace ev::net
