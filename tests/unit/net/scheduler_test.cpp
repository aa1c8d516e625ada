#include "net/scheduler.hpp"

#include "base/guarded.hpp"
#include "net/rate_limit.hpp"
#include "support/catch.hpp"
#include "support/fake_http.hpp"
#include "support/temp_dir.hpp"

#include <condition_variable>
#include <optional>

namespace ev::net {

using namespace std::chrono_literals;
using test::FakeClock;
using test::FakeReply;
using test::HttpScript;
using test::TempDir;

namespace {

using Outcome = Result<HttpResponse>;

// A scheduler over a scripted engine, and a place where the outcomes arrive.
class Bench {
 public:
  explicit Bench(std::filesystem::path limiter_dir = {})
      : scheduler_({.clock = &clock,
                    .make_engine = script.factory(),
                    .limiter_dir = std::move(limiter_dir)}) {}

  RequestPlan plan(std::string path, std::chrono::milliseconds gap = 0ms) {
    return {.source = "pubmed",
            .policy = {.service = "ncbi", .gap = gap, .concurrency = 3},
            .url = "https://eutils.example.org/" + path};
  }
  std::vector<Scheduler::Ticket> submit(std::vector<RequestPlan> plans, Nanos time = 60s,
                                        std::string key = "") {
    std::vector<Job> jobs;
    for (RequestPlan& plan : plans) {
      const std::size_t index = reserve_place();
      jobs.push_back({.plan = std::move(plan),
                      .key = key,
                      .deadline = clock.now() + time,
                      .done = [this, index](Outcome outcome) { put(index, std::move(outcome)); }});
    }
    return scheduler_.submit(std::move(jobs));
  }
  // All outcomes so far, in the order of submission; waits (real time, bounded) for them.
  std::vector<std::optional<Outcome>> outcomes() {
    auto state = outcomes_.lock();
    state.wait_until(arrived_, std::chrono::steady_clock::now() + 300s, [&] {
      for (const auto& outcome : *state) {
        if (!outcome) return false;
      }
      return true;
    });
    return *state;
  }
  Outcome run(RequestPlan plan, Nanos time = 60s) {
    std::vector<RequestPlan> plans;
    plans.push_back(std::move(plan));
    submit(std::move(plans), time);
    auto all = outcomes();
    REQUIRE(all.back().has_value());
    return *all.back();
  }
  Scheduler& scheduler() { return scheduler_; }

  FakeClock clock;
  HttpScript script{clock};

 private:
  std::size_t reserve_place() {
    auto state = outcomes_.lock();
    state->emplace_back();
    return state->size() - 1;
  }
  void put(std::size_t index, Outcome outcome) {
    {
      auto state = outcomes_.lock();
      (*state)[index] = std::move(outcome);
    }
    arrived_.notify_all();
  }

  Guarded<std::vector<std::optional<Outcome>>> outcomes_;
  std::condition_variable arrived_;
  Scheduler scheduler_;
};

std::vector<Nanos> starts_of(HttpScript& script) {
  std::vector<Nanos> out;
  const auto requests = script.requests();
  for (const auto& request : requests) out.push_back(request.at - requests.front().at);
  return out;
}

Classify verdict_of(Classified classified) {
  return [classified](const HttpResponse&) { return classified; };
}

}  // namespace

TEST_CASE("a transient failure is tried again with growing pauses") {
  Bench bench;
  bench.script.on("esearch",
                  {{.status = 502}, {.failed = true}, {.status = 503}, {.body = "fine"}});
  const Outcome outcome = bench.run(bench.plan("esearch"));
  REQUIRE(outcome);
  CHECK(outcome->body == "fine");
  const auto starts = starts_of(bench.script);
  REQUIRE(starts.size() == 4);
  CHECK(starts[1] >= 1s);
  CHECK(starts[1] <= 1250ms);
  CHECK(starts[2] - starts[1] >= 2s);
  CHECK(starts[3] - starts[2] >= 4s);
  CHECK(bench.scheduler().counts().requests == 4);
  CHECK(bench.scheduler().counts().retries == 3);
}

TEST_CASE("tries are bounded and the error tells what each of them met") {
  Bench bench;
  bench.script.on("esearch", {{.status = 502}, {.failed = true}, {.status = 500}});
  const Outcome outcome = bench.run(bench.plan("esearch"));
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().code == Errc::upstream_unavailable);
  CHECK(outcome.error().source == "pubmed");
  CHECK(outcome.error().message ==
        "pubmed: 5 tries failed (HTTP 502; connection reset; HTTP 500; HTTP 500; HTTP 500)");
  CHECK(bench.script.requests().size() == 5);
}

TEST_CASE("a service that failed every try is tried twice a call for a minute, until it answers") {
  Bench bench;
  bench.script.on("dead", {{.status = 500}});
  bench.script.on("alive", {{.body = "fine"}});
  const auto requests_of_call = [&](const std::string& path) {
    const std::size_t before = bench.script.requests().size();
    (void)bench.run(bench.plan(path), 120s);
    return bench.script.requests().size() - before;
  };
  CHECK(requests_of_call("dead") == 5);
  CHECK(requests_of_call("dead") == 2);
  CHECK(requests_of_call("alive") == 1);
  CHECK(requests_of_call("dead") == 5);
  CHECK(requests_of_call("dead") == 2);
  bench.clock.advance(61s);
  CHECK(requests_of_call("dead") == 5);
}

TEST_CASE("while no service replies at all, another one is tried twice") {
  Bench bench;
  bench.script.on("dead", {{.failed = true}});
  bench.script.on("silent", {{.failed = true}});
  bench.script.on("faulty", {{.status = 500}});
  const auto tries = [&](const std::string& path) {
    const std::size_t before = bench.script.requests().size();
    RequestPlan plan = bench.plan(path);
    plan.policy.service = path;
    (void)bench.run(std::move(plan), 120s);
    return bench.script.requests().size() - before;
  };
  CHECK(tries("dead") == 5);
  CHECK(tries("silent") == 2);
  CHECK(tries("faulty") == 5);  // it replies
  CHECK(tries("silent") == 5);  // so the network is there
}

TEST_CASE("a dead service does not speak for the network while another replies") {
  Bench bench;
  bench.script.on("dead", {{.failed = true}});
  bench.script.on("alive", {{.status = 200}});
  bench.script.on("silent", {{.failed = true}});
  std::vector<RequestPlan> plans;
  for (const char* path : {"dead", "alive"}) {
    plans.push_back(bench.plan(path));
    plans.back().policy.service = path;
  }
  bench.submit(std::move(plans), 120s);
  (void)bench.outcomes();
  const std::size_t before = bench.script.requests().size();
  RequestPlan silent = bench.plan("silent");
  silent.policy.service = "silent";
  (void)bench.run(std::move(silent), 120s);
  CHECK(before == 6);
  CHECK(bench.script.requests().size() - before == 5);
}

TEST_CASE("a plan may want fewer tries, and its classify names the error of the last") {
  Bench bench;
  bench.script.on("chat", {{.status = 503}});
  bench.script.on("embed", {{.failed = true}});
  RequestPlan plan = bench.plan("chat");
  plan.tries = 2;
  plan.classify = verdict_of(
      {.verdict = Verdict::transient, .reason = "loading", .code = Errc::llm_overloaded});
  const Outcome busy = bench.run(plan);
  REQUIRE_FALSE(busy);
  CHECK(busy.error().code == Errc::llm_overloaded);
  CHECK(busy.error().message == "pubmed: 2 tries failed (loading each time)");
  CHECK(bench.script.requests().size() == 2);
  plan = bench.plan("embed");
  plan.tries = 1;
  CHECK(bench.run(plan).error().code == Errc::upstream_unavailable);
  CHECK(bench.script.requests().size() == 3);
}

TEST_CASE("classify decides, whatever the status says") {
  Bench bench;
  bench.script.on("esearch", {{.body = "<html>"}, {.body = "{}"}});
  RequestPlan plan = bench.plan("esearch");
  plan.classify = [](const HttpResponse& response) -> Classified {
    if (response.body == "{}") return {};
    return {.verdict = Verdict::transient, .reason = "HTML instead of JSON"};
  };
  CHECK(bench.run(plan)->body == "{}");
  CHECK(bench.script.requests().size() == 2);
}

TEST_CASE("verdicts that end a request, and what the caller is told") {
  struct Row {
    Classified classified;
    Errc code;
    std::optional<double> retry_after;
  };
  const std::vector<Row> rows = {
      {{.verdict = Verdict::permanent, .reason = "bad query", .code = Errc::invalid_query},
       Errc::invalid_query,
       {}},
      {{.verdict = Verdict::permanent, .reason = "HTTP 403"}, Errc::upstream_unavailable, {}},
      {{.verdict = Verdict::expired, .reason = "history expired"}, Errc::not_found, {}},
      {{.verdict = Verdict::budget, .reason = "daily budget used up", .retry_after_s = 3599.5},
       Errc::budget_exhausted,
       3600.0}};
  for (const Row& row : rows) {
    Bench bench;
    bench.script.on("esearch", {{.status = 400}});
    RequestPlan plan = bench.plan("esearch");
    plan.classify = verdict_of(row.classified);
    const Outcome outcome = bench.run(plan);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == row.code);
    CHECK(outcome.error().message == "pubmed: " + row.classified.reason);
    CHECK(outcome.error().retry_after_s == row.retry_after);
    CHECK(bench.script.requests().size() == 1);
  }
}

TEST_CASE("a classify that throws ends its request only") {
  Bench bench;
  bench.script.on("esearch", "x");
  RequestPlan plan = bench.plan("esearch");
  plan.classify = [](const HttpResponse&) -> Classified { throw 7; };
  CHECK(bench.run(plan).error().code == Errc::upstream_changed);
  CHECK(bench.run(bench.plan("esearch")));
}

TEST_CASE("a 429 is repeated after Retry-After, and everything of the service waits") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("esearch",
                  {{.status = 429, .headers = {{"retry-after", "5"}}}, {.body = "fine"}});
  bench.script.on("efetch", "fine");
  bench.submit({bench.plan("esearch", 400ms), bench.plan("efetch", 400ms)});
  for (const auto& outcome : bench.outcomes()) REQUIRE(outcome->has_value());
  const auto starts = starts_of(bench.script);
  REQUIRE(starts.size() == 3);
  // efetch had its slot at 400 ms already and gave it up for the pause.
  CHECK(starts[1] >= 5s);
  CHECK(starts[2] - starts[1] >= 400ms);
}

TEST_CASE("a 429 without Retry-After waits two seconds") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("esearch", {{.status = 429}, {.status = 429}, {.body = "fine"}});
  REQUIRE(bench.run(bench.plan("esearch", 400ms)));
  const auto starts = starts_of(bench.script);
  REQUIRE(starts.size() == 3);
  CHECK(starts[1] >= 2s);
  CHECK(starts[2] - starts[1] >= 4s);  // the second in a row doubles the pause
}

TEST_CASE("a wait longer than the time left fails at once and says how long") {
  Bench bench;
  bench.script.on("esearch", {{.status = 429, .headers = {{"retry-after", "120"}}}});
  bench.script.on("efetch", {{.status = 503, .headers = {{"retry-after", "120"}}}});
  const TimePoint t0 = bench.clock.now();
  const Outcome rate = bench.run(bench.plan("esearch"));
  REQUIRE_FALSE(rate);
  CHECK(rate.error().code == Errc::rate_limited);
  CHECK(*rate.error().retry_after_s >= 120);
  CHECK(*rate.error().retry_after_s <= 151);
  CHECK(rate.error().recovery.find("call again in 1") == 0);
  CHECK(bench.clock.now() == t0);
  RequestPlan other = bench.plan("efetch");
  other.policy.service = "other";
  const Outcome down = bench.run(other);
  CHECK(down.error().code == Errc::upstream_unavailable);
  CHECK(*down.error().retry_after_s >= 120);
}

TEST_CASE("requests of one service start a gap apart, in order") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("e", "fine");
  std::vector<RequestPlan> plans;
  for (int i = 0; i < 10; ++i) plans.push_back(bench.plan("e" + std::to_string(i), 400ms));
  bench.submit(std::move(plans));
  for (const auto& outcome : bench.outcomes()) REQUIRE(outcome->has_value());
  const auto starts = starts_of(bench.script);
  REQUIRE(starts.size() == 10);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    CHECK(starts[i] == static_cast<std::int64_t>(i) * 400ms);
    CHECK(bench.script.requests()[i].wire.url.back() == static_cast<char>('0' + i));
  }
}

TEST_CASE("no more than the allowed number is in flight per service") {
  Bench bench;
  bench.script.on("e", {{.body = "fine", .delay = 1s}});
  std::vector<RequestPlan> plans;
  for (int i = 0; i < 7; ++i) plans.push_back(bench.plan("e"));
  plans.push_back(bench.plan("e"));
  plans.back().policy.service = "other";
  bench.submit(std::move(plans));
  for (const auto& outcome : bench.outcomes()) REQUIRE(outcome->has_value());
  std::vector<Nanos> starts = starts_of(bench.script);
  std::sort(starts.begin(), starts.end());
  CHECK(std::count(starts.begin(), starts.end(), Nanos(0)) == 4);
  CHECK(std::count(starts.begin(), starts.end(), Nanos(1s)) == 3);
  CHECK(std::count(starts.begin(), starts.end(), Nanos(2s)) == 1);
}

TEST_CASE("a request that backs off leaves its place to others") {
  Bench bench;
  bench.script.on("bad", {{.status = 500}, {.body = "fine"}});
  bench.script.on("good", "fine");
  RequestPlan bad = bench.plan("bad");
  RequestPlan good = bench.plan("good");
  bad.policy.concurrency = good.policy.concurrency = 1;
  bench.submit({bad, good});
  for (const auto& outcome : bench.outcomes()) REQUIRE(outcome->has_value());
  CHECK(bench.script.requests()[1].wire.url.find("good") != std::string::npos);
  CHECK(starts_of(bench.script)[1] == 0s);
}

TEST_CASE("the deadline covers tries and waits and names what happened") {
  Bench bench;
  bench.script.on("esearch", {{.status = 502}, {.hang = true}});
  const TimePoint t0 = bench.clock.now();
  const Outcome outcome = bench.run(bench.plan("esearch"), 10s);
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().code == Errc::timeout);
  CHECK(outcome.error().message.find("pubmed: the call's time ended: no complete reply after ") ==
        0);
  CHECK(outcome.error().message.find("before that 1 try failed (HTTP 502)") != std::string::npos);
  CHECK(bench.clock.now() - t0 == 10s);
  CHECK(bench.script.cancelled() == 1);
}

TEST_CASE("a request whose slot lies behind the deadline is refused at once") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("e", {{.body = "fine", .delay = 100ms}});
  std::vector<RequestPlan> plans;
  for (int i = 0; i < 8; ++i) plans.push_back(bench.plan("e", 1000ms));
  bench.submit(std::move(plans), 4500ms);
  const auto outcomes = bench.outcomes();
  int served = 0;
  for (const auto& outcome : outcomes) {
    REQUIRE(outcome.has_value());
    if (outcome->has_value()) {
      ++served;
    } else {
      CHECK(outcome->error().code == Errc::rate_limited);
      CHECK(outcome->error().retry_after_s.has_value());
    }
  }
  CHECK(served == 5);
  CHECK(bench.script.requests().size() == 5);
}

TEST_CASE("a block ends what waits, is shared, and needs no further request") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("e",
                  {{.status = 302,
                    .headers = {{"location", "https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml"}},
                    .delay = 10ms}});
  std::vector<RequestPlan> plans;
  for (int i = 0; i < 6; ++i) {
    plans.push_back(bench.plan("e", 400ms));
    plans.back().classify = verdict_of({.verdict = Verdict::blocked, .reason = "blocked"});
  }
  bench.submit(std::move(plans));
  for (const auto& outcome : bench.outcomes()) {
    REQUIRE_FALSE(outcome->has_value());
    CHECK(outcome->error().code == Errc::upstream_unavailable);
    CHECK(outcome->error().retry_after_s == 3600.0);
    CHECK(outcome->error().message.find("blocked this IP address") != std::string::npos);
  }
  CHECK(bench.script.requests().size() == 1);
  // Another process of the user.
  RateLimiter other(temp.path(), bench.clock);
  const std::string identity =
      *limiter_identity({.service = "ncbi"}, "https://eutils.example.org/");
  CHECK(other.reserve(identity, 0ms, TimePoint::max()).kind == Slot::Kind::blocked);
}

TEST_CASE("cancelling closes the transfer, frees the slot and leaves the others alone") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("hang", {{.hang = true}});
  bench.script.on("good", "fine");
  bench.script.freeze();
  const auto tickets = bench.submit({bench.plan("hang", 400ms), bench.plan("good", 400ms)});
  REQUIRE(bench.script.wait_for_requests(1));
  bench.scheduler().cancel(std::vector{tickets[0], Scheduler::Ticket{999}});
  while (bench.script.cancelled() == 0) std::this_thread::yield();
  bench.script.thaw();
  const auto outcomes = bench.outcomes();
  CHECK(outcomes[0]->error().code == Errc::cancelled);
  CHECK(outcomes[1]->has_value());
}

TEST_CASE("a cancelled request that only waited gives its slot back") {
  const TempDir temp;
  Bench bench(temp.path());
  bench.script.on("e", "fine");
  bench.script.freeze();
  const auto tickets =
      bench.submit({bench.plan("e1", 400ms), bench.plan("e2", 400ms), bench.plan("e3", 400ms)});
  REQUIRE(bench.script.wait_for_requests(1));
  bench.scheduler().cancel(std::vector{tickets[2]});
  bench.submit({bench.plan("e4", 400ms)});
  bench.script.thaw();
  const auto outcomes = bench.outcomes();
  CHECK(outcomes[2]->error().code == Errc::cancelled);
  CHECK(outcomes[3]->has_value());
  CHECK(starts_of(bench.script) == std::vector<Nanos>{0ms, 400ms, 800ms});
}

TEST_CASE("equal requests share one transfer; each can leave alone") {
  Bench bench;
  bench.script.on("e", {{.body = "fine", .delay = 1s}});
  bench.script.freeze();
  // The first two come together: one that waits is there when the other leaves.
  const auto tickets = bench.submit({bench.plan("e"), bench.plan("e")}, 60s, "key");
  bench.submit({bench.plan("e")}, 500ms, "key");
  REQUIRE(bench.script.wait_for_requests(1));
  bench.scheduler().cancel(std::vector{tickets[0]});
  bench.script.thaw();
  const auto outcomes = bench.outcomes();
  CHECK(outcomes[0]->error().code == Errc::cancelled);
  CHECK((*outcomes[1])->body == "fine");
  CHECK(outcomes[2]->error().code == Errc::timeout);
  CHECK(bench.script.requests().size() == 1);
  CHECK(bench.script.cancelled() == 0);
  // When it is over the next one is a transfer of its own.
  bench.submit({bench.plan("e")}, 60s, "key");
  bench.outcomes();
  CHECK(bench.script.requests().size() == 2);
}

TEST_CASE("the end of the scheduler answers whatever is left") {
  std::vector<Errc> codes;
  FakeClock clock;
  HttpScript script(clock);
  script.on("hang", {{.hang = true}});
  script.freeze();
  {
    Scheduler scheduler({.clock = &clock, .make_engine = script.factory()});
    std::vector<Job> jobs;
    for (int i = 0; i < 5; ++i) {
      jobs.push_back({.plan = {.source = "pubmed",
                               .policy = {.service = "ncbi", .concurrency = 2},
                               .url = "https://eutils.example.org/hang"},
                      .done = [&](Outcome outcome) { codes.push_back(outcome.error().code); }});
    }
    scheduler.submit(std::move(jobs));
    REQUIRE(script.wait_for_requests(2));
  }
  CHECK(codes == std::vector<Errc>(5, Errc::cancelled));
  CHECK(script.cancelled() == 2);
}

}  // namespace ev::net
