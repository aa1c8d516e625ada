#include "mcp/tasks.hpp"

#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <future>

namespace ev::mcp {

namespace {

using namespace std::chrono_literals;
using test::McpHarness;

const std::string kTasks = R"("extensions":{"io.modelcontextprotocol/tasks":{}})";

std::string called(const std::string& name) {
  return R"("name":")" + name + "\"";
}

std::string with_id(const std::string& id, const std::string& more = "") {
  return R"("taskId":")" + id + "\"" + (more.empty() ? "" : "," + more);
}

// A long tool that waits until it is let go, and one that decides while it runs.
struct LongTools {
  std::promise<void> open;
  std::shared_future<void> opened = open.get_future().share();
  std::atomic<int> entered{0};
  std::atomic<int> stopped{0};

  static void await(const std::atomic<int>& value) {
    const auto end = std::chrono::steady_clock::now() + test::kPatience;
    while (value == 0 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
    REQUIRE(value == 1);
  }

  std::vector<ToolDef> tools() {
    ToolDef gate = test::test_tool("gate", [this](const Json&, const CallContext& ctx) {
      ++entered;
      ctx.report("halfway", 1, 2);
      while (opened.wait_for(1ms) != std::future_status::ready && ctx.check()) {
      }
      if (ctx.stop.stop_requested()) ++stopped;
      return ToolResult{.structured = R"({"gate":1})", .text = "gate"};
    });
    gate.long_running = [](const Json&) { return true; };
    ToolDef strict = test::test_tool("strict", [](const Json&, const CallContext&) {
      return ToolResult{.text = "sad", .is_error = true};
    });
    strict.only_as_task = true;
    return {std::move(gate), std::move(strict), test::test_tool("asker", asker),
            test::test_tool("fault", fault), test::test_tool("throws", throws)};
  }

  static ToolResult asker(const Json&, const CallContext& ctx) {
    const std::string* const who = as_string(ctx.inputs.form_field("who", "name"));
    ToolResult out;
    if (who == nullptr) {
      out.asks = {ask_form("who", "Who?", "{}")};
      return out;
    }
    out.later = [name = *who](const CallContext& later) {
      ToolResult inner;
      const auto* const a = as_string(later.inputs.form_field("a", "name"));
      const auto* const b = as_string(later.inputs.form_field("b", "name"));
      if (a == nullptr || b == nullptr) {
        inner.asks = {ask_form("a", "A?", "{}"), ask_form("b", "B?", "{}")};
        inner.state = "kept";
      } else {
        inner.text = name + " " + *a + " " + *b + " " + later.state;
      }
      return inner;
    };
    return out;
  }
  static ToolResult fault(const Json&, const CallContext&) {
    ToolResult out;
    out.later = [](const CallContext&) {
      ToolResult inner;
      inner.fault = RpcError{1001, "odd"};
      return inner;
    };
    return out;
  }
  static ToolResult throws(const Json&, const CallContext&) {
    ToolResult out;
    out.later = [](const CallContext&) -> ToolResult { throw std::runtime_error("a secret"); };
    return out;
  }
};

std::string id_of(const std::string& line) {
  return parse_json(line).value().at("result").at("taskId").get<std::string>();
}

// Asks until the task has this status.
std::string until(McpHarness& h, const std::string& id, const std::string& status) {
  const auto end = std::chrono::steady_clock::now() + test::kPatience;
  std::string line;
  while (std::chrono::steady_clock::now() < end) {
    line = h.ask_modern("\"g\"", "tasks/get", with_id(id), kTasks);
    if (has(line, R"("status":")" + status + "\"")) return line;
    std::this_thread::sleep_for(2ms);
  }
  FAIL(line);
  return line;
}

}  // namespace

TEST_CASE("a long call of a client that knows tasks is one, from start to result") {
  LongTools tools;
  McpHarness h(tools.tools());
  const std::string made = h.ask_modern("1", "tools/call", called("gate"), kTasks);
  CHECK(has(made, R"("resultType":"task","taskId":")"));
  CHECK(has(made, R"("status":"working")"));
  CHECK(has(made, R"("ttlMs":3600000,"pollIntervalMs":1000)"));
  for (const char* absent :
       {"inputRequests", "requestState", "\"result\":{\"content", "cacheScope"}) {
    CHECK_FALSE(has(made, absent));
  }
  const std::string id = id_of(made);
  CHECK(id.size() == 36);
  CHECK(id[14] == '4');
  until(h, id, "working");
  tools.open.set_value();
  const std::string done = until(h, id, "completed");
  CHECK(has(done, R"("resultType":"complete","taskId":")"));
  CHECK(has(done, R"("statusMessage":"halfway 1/2")"));
  CHECK(has(done, R"("result":{"content":[{"type":"text","text":"gate"}],)"
                  R"("structuredContent":{"gate":1}})"));
}

TEST_CASE("all other clients wait for the call") {
  LongTools tools;
  tools.open.set_value();
  McpHarness h(tools.tools());
  CHECK(has(h.ask_modern("1", "tools/call", called("gate")), R"("text":"gate")"));
  CHECK_FALSE(has(h.initialize("2025-11-25", kTasks), "tasks"));
  CHECK(has(h.ask("2", "tools/call", R"({"name":"gate","task":{"ttl":1}})"), R"("text":"gate")"));
  CHECK(has(h.ask("3", "tools/call", R"({"name":"strict"})"), R"("isError":true)"));
  CHECK(has(h.ask("4", "tasks/get", R"({"taskId":"x"})"), "-32601"));
  CHECK(has(h.ask_modern("5", "tools/call", called("strict")),
            R"("code":-32021,"message":"Tool strict runs only as a task","data":{)"
            R"("requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})"));
}

TEST_CASE("the extension is declared with the first long tool, to modern clients") {
  LongTools tools;
  tools.open.set_value();
  McpHarness h(tools.tools());
  CHECK(has(h.ask_modern("1", "server/discover"),
            R"("capabilities":{"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})"));
  McpHarness plain(
      {test::test_tool("t", [](const Json&, const CallContext&) { return ToolResult{}; })});
  CHECK(has(plain.ask_modern("1", "server/discover"), R"("capabilities":{"tools":{}})"));
  CHECK(has(plain.ask_modern("2", "tasks/get", with_id("x"), kTasks), "-32601"));
}

TEST_CASE("the client must know tasks before an id counts") {
  LongTools tools;
  tools.open.set_value();
  McpHarness h(tools.tools());
  for (const char* method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    CHECK(has(h.ask_modern("1", method, with_id("x")), "-32021"));
    CHECK(has(h.ask_modern("2", method, with_id("x", R"("inputResponses":{})"), kTasks), "-32602"));
    CHECK(has(h.ask_modern("3", method, "", kTasks), "-32602"));
  }
  for (const char* method : {"tasks/result", "tasks/list"}) {
    CHECK(has(h.ask_modern("4", method, with_id("x"), kTasks), "-32601"));
  }
}

TEST_CASE("a cancelled task stops and stays cancelled") {
  LongTools tools;
  McpHarness h(tools.tools());
  const std::string id = id_of(h.ask_modern("1", "tools/call", called("gate"), kTasks));
  LongTools::await(tools.entered);  // one that has not begun never does
  const std::string acknowledged = h.ask_modern("2", "tasks/cancel", with_id(id), kTasks);
  CHECK(has(acknowledged, R"("result":{"resultType":"complete","_meta")"));
  until(h, id, "cancelled");
  LongTools::await(tools.stopped);
  CHECK(has(h.ask_modern("3", "tasks/cancel", with_id(id), kTasks), R"("resultType":"complete")"));
  CHECK(has(h.ask_modern("4", "tasks/update", with_id(id, R"("inputResponses":{})"), kTasks),
            R"("resultType":"complete")"));
  CHECK(has(until(h, id, "cancelled"), R"("status":"cancelled")"));
}

TEST_CASE("failures of tools complete a task, faults of the protocol fail it") {
  LongTools tools;
  tools.open.set_value();
  McpHarness h(tools.tools());
  const auto end_of = [&](const char* tool, const char* status) {
    return until(h, id_of(h.ask_modern("1", "tools/call", called(tool), kTasks)), status);
  };
  CHECK(has(end_of("strict", "completed"), R"("isError":true)"));
  CHECK(has(end_of("fault", "failed"), R"("error":{"code":1001,"message":"odd"})"));
  const std::string thrown = end_of("throws", "completed");
  CHECK(has(thrown, R"("code":"internal")"));
  CHECK_FALSE(has(thrown, "secret"));
}

TEST_CASE("questions before the task are results, questions inside wait in it") {
  LongTools tools;
  tools.open.set_value();
  McpHarness h(tools.tools());
  const std::string both = kTasks + R"(,"elicitation":{})";
  CHECK(has(h.ask_modern("1", "tools/call", called("asker"), both), "input_required"));
  const std::string made = h.ask_modern(
      "2", "tools/call",
      called("asker") + R"(,"inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}}})",
      both);
  CHECK(has(made, R"("resultType":"task")"));
  const std::string id = id_of(made);
  CHECK(has(until(h, id, "input_required"), R"("inputRequests":{"a":{"method":)"));
  const auto answer = [&](const char* key, const char* name) {
    return h.ask_modern(
        "3", "tasks/update",
        with_id(id, R"("inputResponses":{"unknown":1,")" + std::string(key) +
                        R"(":{"action":"accept","content":{"name":")" + name + R"("}}})"),
        both);
  };
  CHECK(has(answer("b", "Eve"), R"("result":{"resultType":"complete","_meta")"));
  const std::string half = until(h, id, "input_required");
  CHECK(has(half, R"("inputRequests":{"a":{)"));
  CHECK_FALSE(has(half, R"("b":{)"));
  answer("a", "Bob");
  CHECK(has(until(h, id, "completed"), "Ada Bob Eve kept"));
}

TEST_CASE("another process answers for a task, and a lost one counts as failed") {
  const auto store = std::make_shared<MemoryTaskStore>();
  test::FakeClock clock;
  const auto feature = [&](Tasks& tasks, const char* method, const std::string& id) {
    RpcError fault;
    RequestId request;
    const std::string params = McpHarness::modern_params(with_id(id), kTasks);
    for (const Method& row : tasks.feature().methods) {
      if (row.name != method) continue;
      const Outcome outcome = row.serve({"1", row.name, parse_line(params, fault, request), true});
      const Answer answer = std::get<Job>(outcome).run(CallContext{});
      const auto* const members = std::get_if<Members>(&answer);
      return members == nullptr ? std::get<RpcError>(answer).message : members->json;
    }
    return std::string();
  };
  std::promise<void> go;
  std::shared_future<void> gone = go.get_future().share();
  Tasks owner(store, clock, 1);
  Tasks other(store, clock, 1);
  const auto start = [&] {
    Later later{[gone](const CallContext& ctx) -> Answer {
      while (gone.wait_for(1ms) != std::future_status::ready && !ctx.stop.stop_requested()) {
        ctx.report("waiting", 1, 2);
      }
      return Members{R"("content":[])"};
    }};
    const Answer answer = owner.start(std::move(later), CallContext{}, fail_as_protocol_error);
    const Json made = parse_json("{" + std::get<Members>(answer).json + "}").value();
    return made.at("taskId").get<std::string>();
  };
  const std::string id = start();
  CHECK(has(feature(other, "tasks/get", id), R"("status":"working")"));
  go.set_value();
  REQUIRE(owner.wait_idle(std::chrono::steady_clock::now() + test::kPatience));
  CHECK(has(feature(other, "tasks/get", id), R"("status":"completed")"));
  clock.advance(61min);
  CHECK(has(feature(other, "tasks/get", id), "no task has the id"));

  const TaskRecord lost{
      .id = "lost", .created = clock.unix_time().count(), .updated = clock.unix_time().count()};
  REQUIRE(store->put("lost", to_stored(lost)));
  CHECK(has(feature(other, "tasks/get", "lost"), R"("status":"working")"));
  clock.advance(31min);
  CHECK(has(feature(other, "tasks/get", "lost"), R"("status":"failed")"));
  CHECK(feature(other, "tasks/cancel", "lost").empty());
  CHECK(has(feature(other, "tasks/get", "lost"), R"("status":"cancelled")"));
}

TEST_CASE("the end of the server fails what is unfinished") {
  const auto store = std::make_shared<MemoryTaskStore>();
  LongTools tools;
  Offer offer(tools.tools());
  offer.task_store = store;
  ServerOptions options = test::test_server_options();
  options.shutdown_grace = 20ms;
  McpHarness h(std::move(offer), options);
  const std::string id = id_of(h.ask_modern("1", "tools/call", called("gate"), kTasks));
  LongTools::await(tools.entered);
  CHECK(h.finish() == 0);
  const TaskRecord task = from_stored(id, store->get(id).value().value()).value();
  CHECK(task.status == "failed");
  CHECK(has(task.outcome, "The server ended"));
}

TEST_CASE("a stored task that cannot be read is an error") {
  CHECK_FALSE(from_stored("x", "{"));
  CHECK_FALSE(from_stored("x", "{}"));
  const TaskRecord task{.id = "x",
                        .status = "completed",
                        .message = "m",
                        .created = 5,
                        .updated = 7,
                        .outcome = R"("result":{"a":1})"};
  const TaskRecord back = from_stored("x", to_stored(task)).value();
  CHECK(task_members(back, TaskView::detailed) == task_members(task, TaskView::detailed));
  CHECK(task_members(task, TaskView::created).find("result") == std::string::npos);
}

}  // namespace ev::mcp
