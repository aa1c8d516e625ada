#include "mcp/client_log.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

using test::McpHarness;

Offer talkative() {
  Offer offer({test::test_tool("talk", [](const Json&, const CallContext& ctx) {
    if (!ctx.log_to_client) return ToolResult{.text = "mute"};
    ctx.log_to_client("debug", "t", R"("fine")");
    ctx.log_to_client("warning", "t", R"({"a":1})");
    return ToolResult{.text = "talked"};
  })});
  offer.log_messages = true;
  return offer;
}

const std::string kTalk = R"({"name":"talk"})";

}  // namespace

TEST_CASE("legacy clients choose a level") {
  McpHarness h(talkative());
  CHECK(has(h.initialize(), R"("logging":{})"));
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + kTalk + "}");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning",)"
        R"("logger":"t","data":{"a":1}}})");
  CHECK(has(h.next(), "talked"));
  CHECK(h.ask("2", "logging/setLevel", R"({"level":"debug"})") ==
        R"({"jsonrpc":"2.0","id":2,"result":{}})");
  h.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":)" + kTalk + "}");
  CHECK(has(h.next(), R"("data":"fine")"));
  CHECK(has(h.next(), R"("data":{"a":1})"));
  CHECK(has(h.next(), "talked"));
  CHECK(h.ask("4", "logging/setLevel", R"({"level":"error"})") ==
        R"({"jsonrpc":"2.0","id":4,"result":{}})");
  h.send(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":)" + kTalk + "}");
  CHECK(has(h.next(), "talked"));
  CHECK(has(h.ask("6", "logging/setLevel", R"({"level":"loud"})"), "-32602"));
  CHECK(has(h.ask("7", "logging/setLevel"), "-32602"));
}

TEST_CASE("modern requests get messages when they ask for them") {
  McpHarness h(talkative());
  CHECK(has(h.ask_modern("1", "tools/call", R"("name":"talk")"), "mute"));
  CHECK(has(h.ask_modern("2", "logging/setLevel", R"("level":"debug")"), "-32601"));
  h.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"talk","_meta":{)"
         R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/logLevel":"notice",)"
         R"("io.modelcontextprotocol/clientCapabilities":{}}}})");
  CHECK(has(h.next(), R"("level":"warning")"));
  CHECK(has(h.next(), "talked"));
}

TEST_CASE("without the offer there is no logging") {
  McpHarness h(talkative().tools);
  CHECK_FALSE(has(h.initialize(), "logging"));
  CHECK(has(h.ask("1", "logging/setLevel", R"({"level":"debug"})"), "-32601"));
  CHECK(has(h.ask("2", "tools/call", kTalk), "mute"));
}

TEST_CASE("a message that outlives its call goes nowhere") {
  LogFn kept;
  Offer offer({test::test_tool("keep", [&kept](const Json&, const CallContext& ctx) {
    kept = ctx.log_to_client;
    return ToolResult{.text = "kept"};
  })});
  offer.log_messages = true;
  McpHarness h(std::move(offer));
  CHECK(has(h.ask("1", "tools/call", R"({"name":"keep"})"), "kept"));
  kept("error", "t", "1");
  CHECK(h.quiet_for(std::chrono::milliseconds(10)));
}

}  // namespace ev::mcp
