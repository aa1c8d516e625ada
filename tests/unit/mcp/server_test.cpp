#include "mcp/server.hpp"

#include "support/catch.hpp"
#include "support/mcp_harness.hpp"

#include <atomic>

namespace ev::mcp {

namespace {

using namespace std::chrono_literals;
using test::McpHarness;

ToolDef nap(std::atomic<int>& stopped, std::chrono::milliseconds time) {
  return test::test_tool("nap", [&stopped, time](const Json&, const CallContext& ctx) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end && ctx.check()) std::this_thread::sleep_for(1ms);
    if (ctx.stop.stop_requested()) ++stopped;
    return ToolResult{.text = "rested"};
  });
}

const std::string kNap =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nap"}})";

}  // namespace

TEST_CASE("a call that runs at the end of input is still answered") {
  std::atomic<int> stopped{0};
  McpHarness h({nap(stopped, 60ms)});
  h.send(kNap);
  CHECK(h.finish() == 0);
  CHECK(h.answer("1").find("rested") != std::string::npos);
  CHECK(stopped == 0);
}

TEST_CASE("a call that outlasts the grace is cancelled and said to be cut") {
  std::atomic<int> stopped{0};
  ServerOptions options = test::test_server_options();
  options.shutdown_grace = 30ms;
  McpHarness h({nap(stopped, 30s)}, options);
  h.send(kNap);
  h.ask("2", "ping");
  CHECK(h.finish(Ended::stopped) == 0);
  CHECK(stopped <= 1);
  CHECK(h.answer("1").find("ended before this call was done") != std::string::npos);
  CHECK(h.quiet_for(1ms));
}

TEST_CASE("without a reader nothing is waited for") {
  std::atomic<int> stopped{0};
  // Waiting would outlast the harness's patience.
  ServerOptions options = test::test_server_options();
  options.shutdown_grace = 2 * test::kPatience;
  McpHarness h({nap(stopped, 2 * test::kPatience)}, options);
  h.send(kNap);
  h.ask("2", "ping");
  CHECK(h.finish(Ended::broken) == 0);
}

TEST_CASE("servers can be made and ended 1000 times") {
  for (int i = 0; i < 1000; ++i) {
    std::atomic<int> stopped{0};
    McpHarness h({nap(stopped, 0ms)});
    if (i % 100 == 0) CHECK(h.ask("1", "ping") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
    CHECK(h.finish() == 0);
  }
}

}  // namespace ev::mcp
