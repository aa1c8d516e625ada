#include "mcp/session.hpp"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

#include <atomic>
#include <future>
#include <stdexcept>

namespace ev::mcp {

namespace {

using namespace std::chrono_literals;
using test::McpHarness;
using test::test_tool;

const std::string kEnvelope = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                              R"("io.modelcontextprotocol/clientCapabilities":{}})";
const std::string kModern = "{" + kEnvelope + "}";

std::string hello(const std::string& version) {
  return R"({"protocolVersion":")" + version +
         R"(","capabilities":{},"clientInfo":{"name":"c","version":"1"}})";
}

int code_of(const std::string& line) {
  const std::size_t at = line.find("\"code\":");
  return at == std::string::npos ? 0 : std::stoi(line.substr(at + 7));
}

// What a test sees of the calls of the tool "gate", and how it lets them go.
struct Gate {
  std::atomic<int> entered{0};
  std::atomic<int> left{0};
  std::atomic<int> stopped{0};
  std::promise<void> open;
  std::shared_future<void> opened = open.get_future().share();

  ToolDef tool() {
    return test_tool("gate", [this](const Json&, const CallContext& ctx) {
      ++entered;
      while (opened.wait_for(1ms) != std::future_status::ready && ctx.check())
        ctx.report("gate", 1, 2);
      if (ctx.stop.stop_requested()) ++stopped;
      ctx.report("gate", 2, 2);
      ++left;
      return ToolResult{.structured = R"({"gate":1})", .text = "gate"};
    });
  }
  static void await(const std::atomic<int>& value, int wanted) {
    const auto end = std::chrono::steady_clock::now() + test::kPatience;
    while (value < wanted && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(1ms);
    REQUIRE(value >= wanted);
  }
};

std::vector<ToolDef> simple_tools() {
  return {test_tool("echo",
                    [](const Json& arguments, const CallContext&) {
                      return ToolResult{.structured = dump_json(arguments), .text = "echoed"};
                    }),
          test_tool("version",
                    [](const Json&, const CallContext& ctx) {
                      return ToolResult{.text = ctx.version + (ctx.modern ? " modern" : " legacy")};
                    }),
          test_tool("throw",
                    [](const Json&, const CallContext&) -> ToolResult {
                      throw std::runtime_error("a secret detail");
                    }),
          test_tool("throw_int", [](const Json&, const CallContext&) -> ToolResult { throw 5; })};
}

const std::string kGateCall = R"({"name":"gate"})";

}  // namespace

TEST_CASE("the edge table of the protocol reference, legacy") {
  McpHarness h(simple_tools());
  h.ask("\"i\"", "initialize", hello("2025-11-25"));
  const auto reply = [&](const std::string& line) {
    h.send(line);
    return h.next();
  };
  CHECK(
      reply("hello") ==
      R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: not valid JSON at byte 1"}})");
  CHECK(code_of(reply(R"([{"jsonrpc":"2.0","id":3,"method":"ping"}])")) == kInvalidRequest);
  for (const char* id : {"null", "1.5"}) {
    const std::string line =
        reply(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}");
    CHECK(code_of(line) == kInvalidRequest);
    CHECK_FALSE(has(line, "\"id\":"));
  }
  CHECK(reply("{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}\r") ==
        R"({"jsonrpc":"2.0","id":6,"result":{}})");
  CHECK(code_of(h.ask("7", "tools/call", R"({"name":"nope"})")) == kInvalidParams);
  CHECK(code_of(h.ask("8", "tools/call", R"({"name":"echo","arguments":[]})")) == kInvalidParams);
  CHECK(code_of(h.ask("9", "tools/list", R"({"cursor":"zzz"})")) == kInvalidParams);
  CHECK(code_of(h.ask("10", "tools/list", "[]")) == kInvalidParams);
  CHECK(code_of(h.ask("11", "foo/bar")) == kMethodNotFound);
  CHECK(code_of(h.ask("12", "logging/setLevel", R"({"level":"loud"})")) == kMethodNotFound);
  for (const char* silent :
       {"", "   ", "\r", R"({"jsonrpc":"2.0","method":"notifications/foo"})",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}})",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":[]})",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
        R"({"jsonrpc":"2.0","method":"tools/list"})", R"({"jsonrpc":"2.0","id":99,"result":{}})"}) {
    h.send(silent);
  }
  CHECK(h.ask("13", "ping") == R"({"jsonrpc":"2.0","id":13,"result":{}})");
  CHECK(has(h.ask("14", "initialize", hello("2025-06-18")), R"("protocolVersion":"2025-06-18")"));
  CHECK(h.quiet_for(20ms));
}

TEST_CASE("the edge table, modern") {
  McpHarness h(simple_tools());
  CHECK(has(h.ask("0", "tools/list", kModern), R"("resultType":"complete","tools":[)"));
  CHECK(code_of(h.ask("20", "tools/list")) == kInvalidParams);
  CHECK(code_of(h.ask("21", "ping")) == kInvalidParams);
  CHECK(code_of(h.ask("22", "server/discover")) == kInvalidParams);
  CHECK(code_of(h.ask("23", "subscriptions/listen", R"({"notifications":{}})")) == kInvalidParams);
  CHECK(code_of(h.ask("24", "ping", kModern)) == kMethodNotFound);
  CHECK(code_of(h.ask("25", "initialize", kModern)) == kMethodNotFound);
  CHECK(code_of(h.ask("26", "subscriptions/listen", kModern)) == kInvalidParams);
  CHECK(has(h.ask("27", "initialize", hello("2025-11-25")), R"("protocolVersion":"2025-11-25")"));
  CHECK(h.ask("28", "ping") == R"({"jsonrpc":"2.0","id":28,"result":{}})");
  CHECK(has(h.ask("29", "tools/list"), R"("result":{"tools":[)"));
}

TEST_CASE("before any handshake requests are served as legacy") {
  McpHarness h(simple_tools());
  CHECK(h.ask("1", "ping") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
  CHECK(has(h.ask("2", "tools/list"), R"("result":{"tools":[)"));
  CHECK(has(h.ask("3", "tools/call", R"({"name":"version"})"), "2025-11-25 legacy"));
  CHECK(code_of(h.ask("4", "server/discover")) == kInvalidParams);
}

TEST_CASE("discover, initialize, tools/list in one process, then both eras interleaved") {
  McpHarness h(simple_tools());
  CHECK(has(h.ask("\"d\"", "server/discover", kModern), R"("supportedVersions":["2026-07-28"])"));
  CHECK(has(h.ask("0", "initialize", hello("2025-06-18")), R"("protocolVersion":"2025-06-18")"));
  h.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  CHECK(has(h.ask("1", "tools/list"), R"("result":{"tools":[)"));
  CHECK(has(h.ask("2", "tools/call", R"({"name":"version"})"), "2025-06-18 legacy"));
  CHECK(has(h.ask("3", "tools/call", R"({"name":"version",)" + kEnvelope + "}"),
            "2026-07-28 modern"));
  CHECK(has(h.ask("4", "tools/call", R"({"name":"version"})"), "2025-06-18 legacy"));
  const std::string v = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"v999.0.0",)"
                        R"("io.modelcontextprotocol/clientCapabilities":{}}})";
  CHECK(
      h.ask("5", "tools/list", v) ==
      R"({"jsonrpc":"2.0","id":5,"error":{"code":-32022,"message":"Unsupported protocol version",)"
      R"("data":{"supported":["2026-07-28"],"requested":"v999.0.0"}}})");
}

TEST_CASE("a refused modern request does not make the process modern") {
  McpHarness h(simple_tools());
  const std::string half = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";
  CHECK(code_of(h.ask("1", "tools/list", half)) == kInvalidParams);
  CHECK(has(h.ask("2", "tools/list"), R"("result":{"tools":[)"));
}

TEST_CASE("batches are served in 2025-03-26 only, as separate lines") {
  McpHarness h(simple_tools());
  h.ask("0", "initialize", hello("2025-03-26"));
  h.send(
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},)"
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}},7])");
  CHECK(h.answer("1") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
  CHECK(has(h.answer("2"), R"("structuredContent":{"a":1})"));
  CHECK(code_of(h.next()) == kInvalidRequest);
  h.send("[]");
  CHECK(code_of(h.next()) == kInvalidRequest);
}

TEST_CASE("results of tools") {
  McpHarness h(simple_tools());
  CHECK(h.ask("1", "tools/call", R"({"name":"echo","arguments":{"x":"é"}})") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"echoed"}],)"
        R"("structuredContent":{"x":"é"}}})");
  CHECK(
      h.ask("2", "tools/call", R"({"name":"echo",)" + kEnvelope + "}") ==
      R"({"jsonrpc":"2.0","id":2,"result":{"resultType":"complete",)"
      R"("content":[{"type":"text","text":"echoed"}],"structuredContent":{},)"
      R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test-server","version":"1.0.0"}}}})");
}

TEST_CASE("an exception is an internal error with a tag, without its detail") {
  McpHarness h(simple_tools());
  for (const char* name : {"throw", "throw_int"}) {
    const std::string line = h.ask("1", "tools/call", R"({"name":")" + std::string(name) + "\"}");
    CHECK(has(line, R"("isError":true)"));
    CHECK(has(line, R"("code":"internal")"));
    CHECK(has(line, std::string(name) + "#"));
    CHECK_FALSE(has(line, "secret"));
  }
}

TEST_CASE("ids come back as they went in") {
  McpHarness h(simple_tools());
  for (const std::string id :
       {"0", "\"\"", "\"0\"", "-1", "9007199254740993", "1000000000000000000000"}) {
    CHECK(h.ask(id, "ping") == R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})");
    CHECK(has(h.ask(id, "tools/call", R"({"name":"echo"})"), "echoed"));
  }
}

TEST_CASE("ping is answered while calls run; a live id cannot be used twice") {
  Gate gate;
  McpHarness h({gate.tool()});
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + kGateCall + "}");
  Gate::await(gate.entered, 1);
  CHECK(h.ask("\"1\"", "ping") == R"({"jsonrpc":"2.0","id":"1","result":{}})");
  CHECK(code_of(h.ask("1", "ping")) == kInvalidRequest);
  CHECK(code_of(h.ask("1", "tools/call", kGateCall)) == kInvalidRequest);
  gate.open.set_value();
  CHECK(has(h.answer("1"), "gate"));
  CHECK(h.ask("1", "ping") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_CASE("a cancelled call is stopped and never answered; its id can be used again") {
  Gate gate;
  McpHarness h({gate.tool()});
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gate",)"
         R"("_meta":{"progressToken":"p"}}})");
  CHECK(has(h.next(), R"("progressToken":"p","progress":1,"total":2,"message":"gate 1/2")"));
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}})");
  CHECK(h.ask("9", "ping") == R"({"jsonrpc":"2.0","id":9,"result":{}})");
  CHECK(gate.stopped == 0);
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  Gate::await(gate.left, 1);
  CHECK(gate.stopped == 1);
  CHECK(h.ask("1", "ping") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  CHECK(h.quiet_for(30ms));
}

TEST_CASE("a queued call that is cancelled never runs") {
  Gate gate;
  ServerOptions options = test::test_server_options();
  options.workers = 1;
  McpHarness h({gate.tool()}, options);
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + kGateCall + "}");
  Gate::await(gate.entered, 1);
  h.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":)" + kGateCall + "}");
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  h.ask("9", "ping");
  gate.open.set_value();
  CHECK(has(h.answer("1"), "gate"));
  CHECK(h.finish() == 0);
  CHECK(gate.entered == 1);
}

TEST_CASE("beyond the queue's bytes a call is refused as busy, and later ones work") {
  Gate gate;
  ServerOptions options = test::test_server_options();
  options.workers = 1;
  options.queued_bytes = 200;
  McpHarness h({gate.tool()}, options);
  const auto call = [&](const std::string& id) {
    h.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":)" + kGateCall +
           "}");
  };
  call("1");
  Gate::await(gate.entered, 1);
  for (int i = 2; i <= 5; ++i) call(std::to_string(i));
  const std::string busy = h.answer("5");
  CHECK(has(busy, R"("isError":true)"));
  CHECK(has(busy, "busy"));
  CHECK(has(busy, R"("retry_after_s":2)"));
  gate.open.set_value();
  CHECK(has(h.answer("1"), "gate"));
  CHECK(has(h.answer("2"), "gate"));
  CHECK(has(h.ask("6", "tools/call", kGateCall), "gate"));
}

TEST_CASE("a call over its deadline is a timeout") {
  ServerOptions options = test::test_server_options();
  options.call_timeout = 20ms;
  McpHarness h({test_tool("wait",
                          [](const Json&, const CallContext& ctx) {
                            while (true) {
                              if (auto may = ctx.check(); !may)
                                return error_result(may.error(), ctx.tag);
                              std::this_thread::sleep_for(1ms);
                            }
                          })},
               options);
  CHECK(has(h.ask("1", "tools/call", R"({"name":"wait"})"), R"("code":"timeout")"));
}

#ifdef __linux__
TEST_CASE("calls run behind the reader") {
  McpHarness h({test_tool("nice", [](const Json&, const CallContext&) {
    return ToolResult{.text = "nice " + std::to_string(::getpriority(PRIO_PROCESS, 0))};
  })});
  const int ours = ::getpriority(PRIO_PROCESS, 0);
  for (int i = 0; i < 8; ++i) {
    CHECK_FALSE(
        has(h.ask("1", "tools/call", R"({"name":"nice"})"), "nice " + std::to_string(ours) + "\""));
  }
  CHECK(::getpriority(PRIO_PROCESS, 0) == ours);
}
#endif

TEST_CASE("50 calls at once are all answered, each once") {
  McpHarness h(simple_tools());
  for (int i = 0; i < 50; ++i) {
    h.send(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
           R"(,"method":"tools/call","params":{"name":"echo","arguments":{"n":)" +
           std::to_string(i) + "}}}");
  }
  for (int i = 0; i < 50; ++i) {
    CHECK(
        has(h.answer(std::to_string(i)), R"("structuredContent":{"n":)" + std::to_string(i) + "}"));
  }
  CHECK(h.quiet_for(10ms));
}

TEST_CASE("progress: only with a token, its type kept, none after the answer") {
  Gate gate;
  gate.open.set_value();
  McpHarness h({gate.tool()});
  CHECK(has(h.ask("1", "tools/call", kGateCall), "gate"));
  CHECK(has(h.ask("2", "tools/call", R"({"name":"gate","_meta":{"progressToken":1.5}})"), "gate"));
  CHECK(h.quiet_for(10ms));
  h.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"gate",)"
         R"("_meta":{"progressToken":0}}})");
  CHECK(has(h.next(), R"({"progressToken":0,"progress":2,"total":2)"));
  CHECK(has(h.next(), R"("id":3)"));
  h.ask("4", "initialize", hello("2024-11-05"));
  h.send(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"gate",)"
         R"("_meta":{"progressToken":"t"}}})");
  CHECK(has(h.next(), R"("params":{"progressToken":"t","progress":2,"total":2}})"));
}

TEST_CASE("a report that outlives its call goes nowhere") {
  ProgressFn kept;
  McpHarness h({test_tool("keep", [&kept](const Json&, const CallContext& ctx) {
    kept = ctx.progress;
    return ToolResult{.text = "kept"};
  })});
  CHECK(has(h.ask("1", "tools/call", R"({"name":"keep","_meta":{"progressToken":1}})"), "kept"));
  kept("late", 1, 1);
  CHECK(h.quiet_for(10ms));
}

TEST_CASE("listen stays open, ends silently on cancel and with a result at shutdown") {
  McpHarness h(simple_tools());
  const std::string params = R"({"notifications":{"toolsListChanged":true},)" + kEnvelope + "}";
  h.send(R"({"jsonrpc":"2.0","id":"L","method":"subscriptions/listen","params":)" + params + "}");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":"L"},"notifications":{}}})");
  CHECK(code_of(h.ask("\"L\"", "tools/list", kModern)) == kInvalidRequest);
  h.send(R"({"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":)" + params + "}");
  CHECK(has(h.next(), R"("io.modelcontextprotocol/subscriptionId":7)"));
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"L"}})");
  CHECK(has(h.ask("\"L\"", "tools/list", kModern), "tools"));
  CHECK(h.finish() == 0);
  CHECK(has(h.next(), R"("id":7,"result":{"resultType":"complete")"));
  CHECK(h.quiet_for(1ms));
}

TEST_CASE("lines over the limit are reported without an id") {
  class Null final : public Transport {
   public:
    Ended run(LineHandler&) override { return Ended::eof; }
    void send(std::string) override {}
    void close(std::chrono::milliseconds) override {}
  } null;
  const SystemClock clock;
  Session session(test::test_server_options(), {}, clock, null);
  std::string replies;
  session.on_oversized_line(replies);
  CHECK(replies ==
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,"
        "\"message\":\"Parse error: the line is longer than 10 MiB\"}}\n");
}

}  // namespace ev::mcp
