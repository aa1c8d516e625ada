#include "llm/completer.hpp"

#include "model_bench.hpp"

#include <algorithm>
#include <thread>

namespace ev::llm {

using test::FakeReply;

namespace {

std::string outcome(const Result<Completion>& result) {
  return result ? result->json : to_string(result.error().code);
}

const std::string kKept = R"({"count":12,"topic":"asthma"})";

std::vector<Task> tasks_of(int n) {
  std::vector<Task> out;
  for (int i = 0; i < n; ++i) {
    out.push_back(test_task("Invented text number " + std::to_string(i) + "."));
    out.back().item_id = std::to_string(i);
  }
  return out;
}

std::string results(const std::vector<std::pair<std::string, std::string>>& entries) {
  Json list = Json::array();
  for (const auto& [item, result] : entries) {
    list.push_back({{"item", item}, {"result", parse_json(result).value()}});
  }
  return dump_json(Json{{"results", list}});
}

std::string numbered(int n) {
  return R"({"topic":"t)" + std::to_string(n) + R"(","count":null})";
}

}  // namespace

// --- what an endpoint can do, on every API
// --------------------------------------------------------

TEST_CASE("a good answer is accepted at once, on every API") {
  for (const Style& style : styles()) {
    INFO(style.api);
    ModelBench bench(style);
    bench.serve_answers({kGood});
    const auto got = bench.ask();
    REQUIRE(got);
    CHECK(got->json == kKept);
    CHECK(got->rung == Rung::json_schema);
    CHECK_FALSE(got->repaired);
    CHECK_FALSE(got->from_cache);
    CHECK(got->tokens_in == 100);
    CHECK(got->tokens_out == 20);
    CHECK(bench.run.usage.calls == 1);
    CHECK(bench.requests() == 1);
  }
}

TEST_CASE("wrapped answers need no second turn, on every API") {
  for (const Style& style : styles()) {
    for (const std::string& text :
         {"```json\n" + kGood + "\n```", "<think>{\"x\":1}</think>" + kGood,
          "Here:\n" + kGood + "\nDone.", dump_json(Json(kGood)),
          std::string(R"({"topic":"asthma","count":12,})")}) {
      INFO(style.api << " " << text);
      ModelBench bench(style);
      bench.serve_answers({text});
      CHECK(outcome(bench.ask()) == kKept);
      CHECK(bench.requests() == 1);
    }
  }
}

TEST_CASE("what is not accepted gets one repair turn, on every API") {
  struct Row {
    std::string first, second, outcome;
    std::size_t requests;
  };
  const std::string bad = R"({"topic":"asthma"})";
  const std::vector<Row> rows = {{bad, kGood, kKept, 2},
                                 {"I think so.", kGood, kKept, 2},
                                 {"", kGood, kKept, 2},
                                 {bad, bad, "llm_schema_violation", 2},
                                 {"I think so.", "Really.", "llm_not_json", 2},
                                 {"", "", "llm_not_json", 2},
                                 {"I'm sorry, but I can't.", kGood, "llm_refused", 1}};
  for (const Style& style : styles()) {
    for (const Row& row : rows) {
      INFO(style.api << " " << row.first << " / " << row.second);
      ModelBench bench(style);
      bench.serve_answers({row.first, row.second});
      const auto got = bench.ask();
      CHECK(outcome(got) == row.outcome);
      CHECK(bench.requests() == row.requests);
      CHECK(bench.run.usage.repairs == static_cast<int>(row.requests) - 1);
      if (got) {
        CHECK(got->repaired);
        CHECK(got->tokens_in == 200);
      }
    }
  }
}

TEST_CASE("a task by member keeps what fits when the second turn did not help") {
  ModelBench bench;
  const std::string half = R"({"topic":"asthma","count":"twelve"})";
  bench.serve_answers({half, half, half, half});
  Task task = test_task();
  task.by_member = true;
  for (int round = 0; round < 2; ++round) {  // it is not kept in the cache
    const auto got = bench.ask(task);
    REQUIRE(got);
    CHECK(got->json == R"({"topic":"asthma"})");
    CHECK(got->repaired);
    REQUIRE(got->left_out.size() == 1);
    CHECK(got->left_out[0].member == "count");
    CHECK(got->left_out[0].problem.path == "count");
  }
  CHECK(bench.requests() == 4);
}

TEST_CASE("the repair turn quotes the validator and keeps to the question") {
  ModelBench bench;
  bench.serve_answers({R"({"topic":"asthma"})", kGood});
  REQUIRE(bench.ask());
  const Json messages = bench.body(1)["messages"];
  REQUIRE(messages.size() == 4);
  CHECK(messages[2]["content"] == R"({"topic":"asthma"})");
  CHECK(has(messages[3]["content"].get<std::string>(), "count is required"));
}

TEST_CASE("a cut answer is llm_truncated without a second turn, a complete one is taken") {
  for (const Style& style : styles()) {
    INFO(style.api);
    ModelBench bench(style);
    bench.serve({{.body = style.answer(kGood.substr(0, 14), "length")}});
    CHECK(outcome(bench.ask()) == "llm_truncated");
    CHECK(bench.requests() == 1);
    // Some models go on with white space until the limit.
    ModelBench spaces(style);
    spaces.serve({{.body = style.answer(kGood + std::string(50, '\n'), "length")}});
    CHECK(outcome(spaces.ask()) == kKept);
  }
}

TEST_CASE("errors of an endpoint are typed, on every API") {
  struct Row {
    int status;
    std::string kind, message;
    Errc code;
    std::size_t requests;
  };
  const std::vector<Row> rows = {
      {500, "api_error", "Internal server error", Errc::llm_unreachable, 3},
      {503, "overloaded_error", "Loading model", Errc::llm_overloaded, 3},
      {529, "overloaded_error", "Overloaded", Errc::llm_overloaded, 3},
      {401, "authentication_error", "wrong key", Errc::llm_auth, 1},
      {404, "not_found_error", "model 'm' not found", Errc::llm_model_not_found, 1},
      {400, "invalid_request_error", "prompt is too long: 9 tokens", Errc::llm_context_overflow, 1},
      {200, "api_error", "Internal server error", Errc::llm_unreachable, 3},
      {429, "rate_limit_error", "slow down please", Errc::rate_limited, 3},
  };
  for (const Style& style : styles()) {
    for (const Row& row : rows) {
      INFO(style.api << " " << row.status << " " << row.message);
      ModelBench bench(style);
      bench.serve({{.status = row.status, .body = style.error(row.kind, row.message)}});
      const auto got = bench.ask();
      REQUIRE_FALSE(got);
      CHECK(outcome(got) == to_string(row.code));
      CHECK(bench.requests() == row.requests);
      CHECK(got.error().source == "llm");
      CHECK_FALSE(got.error().recovery.empty());
      CHECK_FALSE(has(got.error().message, row.message));
      CHECK(bench.cache.all().empty());
    }
    ModelBench refusing(style);
    refusing.serve({{.body = style.refusal()}});
    CHECK(outcome(refusing.ask()) == "llm_refused");
    CHECK(refusing.requests() == 1);
  }
}

TEST_CASE("a passing trouble is waited out, Retry-After is obeyed") {
  for (const Style& style : styles()) {
    INFO(style.api);
    ModelBench bench(style);
    const TimePoint start = bench.clock.now();
    bench.serve({{.status = 429,
                  .body = style.error("rate_limit_error", "slow down"),
                  .headers = {{"retry-after", "7"}}},
                 {.status = 503, .body = style.error("overloaded_error", "Loading model")},
                 {.body = style.answer(kGood)}});
    CHECK(outcome(bench.ask()) == kKept);
    CHECK(bench.clock.now() - start >= 7s);
    CHECK(bench.run.usage.calls == 1);
  }
}

TEST_CASE("a wait beyond the call's time is an error that says how long") {
  ModelBench bench;
  bench.serve({{.status = 429, .body = "{}", .headers = {{"retry-after", "300"}}}});
  const auto got = bench.ask();
  CHECK(outcome(got) == "rate_limited");
  CHECK(*got.error().retry_after_s >= 300);
}

TEST_CASE("nothing listens, or something else does") {
  ModelBench down;
  down.serve({{.failed = true, .message = "Could not connect to server"}});
  const auto got = down.ask();
  CHECK(outcome(got) == "llm_unreachable");
  CHECK(has(got.error().recovery, "EVIDENCE_MCP_LLM_URL"));
  for (const char* body : {"<html>hello</html>", ""}) {
    ModelBench web;
    web.serve({{.body = body}});
    CHECK(outcome(web.ask()) == "llm_unreachable");
  }
  ModelBench other;
  other.serve({{.body = R"({"ok":true})"}});
  CHECK(outcome(other.ask()) == "upstream_changed");
}

// --- the ladder
// -----------------------------------------------------------------------------------

TEST_CASE("an endpoint that refuses a format is asked by the next, and that is remembered") {
  for (const Style& style : styles()) {
    INFO(style.api);
    ModelBench bench(style);
    const FakeReply no{.status = 400, .body = style.error("invalid_request_error", "format?")};
    bench.serve({no, no, {.body = style.answer(kGood)}});
    const auto got = bench.ask();
    REQUIRE(got);
    CHECK(got->rung == Rung::prompt);
    CHECK(bench.requests() == 3);
    REQUIRE(bench.ask(test_task("Second text.")));
    CHECK(bench.requests() == 4);
    bench.restart();  // kept for other processes too
    REQUIRE(bench.ask(test_task("Third text.")));
    CHECK(bench.requests() == 5);
    bench.clock.advance(8 * 24h);  // a newer server gets its chance
    bench.restart();
    CHECK(bench.ask(test_task("Fourth text."))->rung == Rung::json_schema);
  }
}

TEST_CASE("an endpoint that refuses everything is an error and nothing is remembered") {
  ModelBench bench;
  bench.serve({{.status = 400, .body = R"({"error":{"message":"no"}})"}});
  CHECK(outcome(bench.ask()) == "upstream_changed");
  CHECK(bench.requests() == 3);
  CHECK(bench.cache.all().empty());
  // Without a single success the other tasks are not tried.
  const auto all = bench.ask(tasks_of(5));
  CHECK(bench.requests() == 6);
  CHECK(outcome(all[4]) == "upstream_changed");
}

TEST_CASE("parameters a model does not take are left out, and that is remembered") {
  ModelBench bench;
  const auto no = [](const char* parameter, const char* message) {
    return FakeReply{
        .status = 400,
        .body = dump_json(Json{{"error", {{"message", message}, {"param", parameter}}}})};
  };
  bench.serve({no("max_tokens", "Use 'max_completion_tokens' instead."),
               no("temperature", "Unsupported value"),
               no("seed", "Unknown parameter"),
               {.body = bench.style.answer(kGood)}});
  const auto got = bench.ask();
  REQUIRE(got);
  CHECK(got->rung == Rung::json_schema);
  const Json last = bench.body(3);
  CHECK(last.contains("max_completion_tokens"));
  CHECK_FALSE(last.contains("temperature"));
  CHECK_FALSE(last.contains("seed"));
  bench.restart();
  REQUIRE(bench.ask(test_task("Second text.")));
  CHECK(bench.body(4).contains("max_completion_tokens"));
}

TEST_CASE("one request finds out for all what the endpoint takes") {
  ModelBench bench;
  const FakeReply no{.status = 400, .body = R"({"error":"response_format"})"};
  bench.serve({no, {.body = bench.style.answer(kGood)}});
  const auto all = bench.ask(tasks_of(6));
  CHECK(std::all_of(all.begin(), all.end(), [](const auto& r) { return r.has_value(); }));
  CHECK(bench.requests() == 7);
}

// --- cache
// ----------------------------------------------------------------------------------------

TEST_CASE("an accepted answer is kept by content; what was not accepted is not") {
  ModelBench bench;
  bench.serve_answers({kGood});
  REQUIRE(bench.ask());
  Task same = test_task();
  same.item_id = "another";
  bench.restart();
  const auto again = bench.ask(same);
  REQUIRE(again);
  CHECK(again->from_cache);
  CHECK(again->json == kKept);
  CHECK(again->tokens_in == 0);
  CHECK(bench.requests() == 1);
  CHECK(bench.run.usage.from_cache == 1);
  for (const std::string& text : {std::string("no"), std::string(R"({"topic":1})")}) {
    ModelBench bad;
    bad.serve_answers({text});
    CHECK_FALSE(bad.ask());
    // How the endpoint takes requests is all that is known.
    CHECK(bad.cache.all().size() == 1);
    CHECK_FALSE(bad.ask());
    CHECK(bad.requests() == 4);
  }
}

TEST_CASE("equal tasks of one call are asked once") {
  ModelBench bench;
  bench.serve_answers({kGood});
  const auto all = bench.ask(std::vector<Task>{test_task(), test_task(), test_task()});
  CHECK(bench.requests() == 1);
  CHECK_FALSE(all[0]->from_cache);
  CHECK(all[2]->from_cache);
  CHECK(all[2]->tokens_in == 0);
}

TEST_CASE("the key is in no request body, cache entry or error") {
  for (const Style& style : styles()) {
    ModelBench bench(style);
    bench.serve({{.status = 400, .body = style.error("x", "your key " + kTestKey + " format")},
                 {.body = style.answer(kGood)},
                 {.status = 401, .body = style.error("x", "bad key " + kTestKey)}});
    REQUIRE(bench.ask());
    const Error error = bench.ask(test_task("Second text.")).error();
    CHECK_FALSE(has(error.message + error.recovery, kTestKey));
    for (const auto& request : bench.script.requests()) {
      CHECK_FALSE(has(request.wire.body + request.wire.label + request.wire.url, kTestKey));
    }
    for (const auto& [key, kept] : bench.cache.all()) CHECK_FALSE(has(key + kept.body, kTestKey));
  }
}

// --- several tasks
// --------------------------------------------------------------------------------

TEST_CASE("results come in the order of the tasks; one failure touches no other") {
  ModelBench bench;
  for (int i : {3, 1, 2, 0}) {
    const std::string text = i == 2 ? "I'm sorry, but I can't." : numbered(i);
    bench.script.on("text number " + std::to_string(i), {{.body = bench.style.answer(text)}});
  }
  const auto all = bench.ask(tasks_of(4));
  CHECK(outcome(all[0]) == R"({"count":null,"topic":"t0"})");
  CHECK(outcome(all[2]) == "llm_refused");
  CHECK(outcome(all[3]) == R"({"count":null,"topic":"t3"})");
}

TEST_CASE("what is wrong with the endpoint ends all tasks at once") {
  ModelBench bench;
  bench.serve({{.status = 401, .body = "{}"}});
  const auto all = bench.ask(tasks_of(50));
  CHECK(bench.requests() == 1);
  for (const auto& result : all) CHECK(outcome(result) == "llm_auth");
}

TEST_CASE("a schema outside the subset is our own mistake and sends nothing") {
  ModelBench bench;
  Task task = test_task();
  task.schema = R"({"type":"object","properties":{"a":{"type":"string","pattern":"x"}}})";
  const auto got = bench.ask(task);
  CHECK(outcome(got) == "internal");
  CHECK(has(got.error().message, "a.pattern"));
  task.schema = "{";
  CHECK(outcome(bench.ask(task)) == "internal");
  CHECK(bench.requests() == 0);
}

TEST_CASE("batch_size tasks of one kind travel in one request") {
  for (const Style& style : styles()) {
    INFO(style.api);
    ModelBench bench(style);
    bench.run.batch_size = 3;
    bench.serve({{.body = style.answer(
                      results({{"2", numbered(1)}, {"1", numbered(0)}, {"3", numbered(2)}}))},
                 {.body = style.answer(results({{"1", numbered(3)}, {"2", numbered(4)}}))}});
    const auto all = bench.ask(tasks_of(5));
    REQUIRE(all.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(outcome(all[i]) == R"({"count":null,"topic":"t)" + std::to_string(i) + R"("})");
    }
    CHECK(bench.requests() == 2);
    CHECK(all[0]->tokens_in + all[1]->tokens_in + all[2]->tokens_in == 100);
    CHECK(bench.run.usage.tokens_in == 200);
    // Each is kept by itself.
    bench.run.batch_size = 1;
    CHECK(bench.ask(tasks_of(5))[4]->from_cache);
  }
}

TEST_CASE("what a batch does not answer is asked alone") {
  ModelBench bench;
  bench.run.batch_size = 4;
  // 1 fits, 2 does not fit, 3 is answered twice, 4 not at all.
  const std::string batch = results(
      {{"1", numbered(0)}, {"2", R"({"topic":5})"}, {"3", numbered(2)}, {"3", numbered(9)}});
  bench.script.on("4 texts", {{.body = bench.style.answer(batch)}});
  for (int i : {1, 2, 3}) {
    bench.script.on("text number " + std::to_string(i),
                    {{.body = bench.style.answer(numbered(i))}});
  }
  const auto all = bench.ask(tasks_of(4));
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(outcome(all[i]) == R"({"count":null,"topic":"t)" + std::to_string(i) + R"("})");
  }
  CHECK(bench.requests() == 4);
  CHECK(all[1]->repaired);
  CHECK_FALSE(all[3]->repaired);
}

TEST_CASE("a batch that is cut, no JSON or too long is taken apart") {
  const std::vector<FakeReply> bad = {
      {.body = styles()[0].answer(results({{"1", numbered(0)}}).substr(0, 20), "length")},
      {.body = styles()[0].answer("Which texts?")},
      {.status = 400, .body = R"({"error":"the input length exceeds the context length"})"}};
  for (const FakeReply& reply : bad) {
    ModelBench bench;
    bench.run.batch_size = 2;
    bench.script.on("2 texts", {reply});
    for (int i : {0, 1}) {
      bench.script.on("text number " + std::to_string(i),
                      {{.body = bench.style.answer(numbered(i))}});
    }
    const auto all = bench.ask(tasks_of(2));
    CHECK(outcome(all[0]) == R"({"count":null,"topic":"t0"})");
    CHECK(outcome(all[1]) == R"({"count":null,"topic":"t1"})");
    CHECK(bench.requests() == 3);
  }
}

TEST_CASE("tasks of different kinds never share a request") {
  ModelBench bench;
  bench.run.batch_size = 10;
  bench.serve_answers({kGood});
  auto tasks = tasks_of(2);
  tasks[1].instructions = "Something else.";
  bench.ask(tasks);
  CHECK(bench.requests() == 2);
}

// --- budget, time, cancellation
// -------------------------------------------------------------------

TEST_CASE("a budget of calls and tokens is never exceeded") {
  ModelBench calls;
  calls.run.budget.calls = 3;
  calls.serve_answers({kGood});
  const auto all = calls.ask(tasks_of(10));
  CHECK(calls.requests() == 3);
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& r) { return r.has_value(); }) == 3);
  CHECK(outcome(all[9]) == "budget_exhausted");
  CHECK(outcome(calls.ask(test_task("One more."))) == "budget_exhausted");

  for (const long budget : {100L, 1'500L, 4'000L, 10'000L}) {
    ModelBench tokens;
    tokens.run.budget.tokens = budget;
    tokens.serve_answers({kGood, "bad"});
    tokens.ask(tasks_of(30));
    CHECK(tokens.run.usage.tokens_in + tokens.run.usage.tokens_out <= budget);
    CHECK((tokens.requests() == 0) == (budget == 100));
  }
}

TEST_CASE("a batch that the budget does not cover is taken apart") {
  ModelBench bench;
  bench.run.batch_size = 8;
  bench.run.budget.tokens = 1'200;
  bench.serve_answers({kGood});
  const auto all = bench.ask(tasks_of(8));
  CHECK(all[0].has_value());
  CHECK(outcome(all[7]) == "budget_exhausted");
}

TEST_CASE("a slow endpoint ends with the call's time or the budget's, whichever is first") {
  ModelBench bench;
  bench.serve({{.hang = true}});
  const TimePoint start = bench.clock.now();
  const auto late = bench.ask(tasks_of(3));
  for (const auto& result : late) CHECK(outcome(result) == "timeout");
  CHECK(bench.clock.now() - start == 59s);  // a second is left to answer the call
  CHECK(bench.script.cancelled() == 1);

  ModelBench hurried;
  hurried.run.budget.seconds = 5;
  hurried.serve({{.hang = true}});
  CHECK(outcome(hurried.ask()) == "budget_exhausted");
  CHECK(hurried.run.usage.seconds == Approx(5));
  CHECK(outcome(hurried.ask()) == "budget_exhausted");
  CHECK(hurried.requests() == 1);
}

TEST_CASE("a slow answer is waited for") {
  ModelBench bench;
  bench.serve({{.body = bench.style.answer(kGood), .delay = 45s}});
  CHECK(outcome(bench.ask()) == kKept);
}

TEST_CASE("cancelling closes the transfers and answers every task") {
  ModelBench bench;
  bench.serve({{.hang = true}});
  bench.script.freeze();
  std::stop_source stop;
  Context ctx = bench.context();
  ctx.stop = stop.get_token();
  Gateway& gateway = bench.gateway();
  std::vector<Result<Completion>> all;
  const auto tasks = tasks_of(5);
  std::thread worker([&] { all = gateway.complete(tasks, ctx, bench.run); });
  const bool started = bench.script.wait_for_requests(1);
  stop.request_stop();
  worker.join();
  REQUIRE(started);
  CHECK(bench.script.cancelled() == 1);
  REQUIRE(all.size() == 5);
  for (const auto& result : all) CHECK(outcome(result) == "cancelled");
  CHECK(outcome(gateway.complete(tasks, ctx).front()) == "cancelled");
  CHECK(bench.requests() == 1);
}

TEST_CASE("progress is told per task, and tokens are estimated where the endpoint is silent") {
  ModelBench bench;
  bench.serve(
      {{.body = R"({"choices":[{"message":{"content":)" + dump_json(Json(kGood)) + "}}]}"}});
  std::vector<double> seen;
  Context ctx = bench.context();
  ctx.progress = [&](std::string_view, double done, double total) {
    CHECK(total == 3);
    seen.push_back(done);
  };
  bench.gateway().complete(tasks_of(3), ctx, bench.run);
  CHECK(seen == std::vector<double>{1, 2, 3});
  CHECK(bench.run.usage.tokens_in > 300);
  CHECK(bench.run.usage.tokens_out > 3);
}

}  // namespace ev::llm
