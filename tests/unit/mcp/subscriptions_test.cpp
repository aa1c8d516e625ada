#include "mcp/subscriptions.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

using namespace std::chrono_literals;
using test::McpHarness;

// Tools that announce what their name says.
Offer changing(Announced announced = {true, true, true, true}) {
  const auto trigger = [](const char* name, void (*announce)(Subscriptions&)) {
    return test::test_tool(name, [announce](const Json&, const CallContext& ctx) {
      announce(*ctx.changes);
      return ToolResult{.text = "done"};
    });
  };
  Offer offer({trigger("tools", [](Subscriptions& s) { s.tools_changed(); }),
               trigger("prompts", [](Subscriptions& s) { s.prompts_changed(); }),
               trigger("resources", [](Subscriptions& s) { s.resources_changed(); }),
               trigger("update", [](Subscriptions& s) { s.resource_updated("x:1"); })});
  offer.announced = announced;
  offer.resources =
      Resources{.list = [](const std::string&, const Context&) -> Result<ResourcePage> {
                  return ResourcePage{};
                },
                .read = [](const std::string&, const CallContext&) -> Result<ResourceRead> {
                  return Error{.code = Errc::not_found};
                }};
  return offer;
}

std::string trigger(McpHarness& h, const std::string& what) {
  return h.ask("\"t\"", "tools/call", McpHarness::modern_params(R"("name":")" + what + "\""));
}

void listen(McpHarness& h, const std::string& id, const std::string& filter) {
  h.send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"subscriptions/listen","params":)" +
         McpHarness::modern_params(R"("notifications":)" + filter) + "}");
}

}  // namespace

TEST_CASE("a listen hears of what it named and of nothing else, its acknowledgement first") {
  McpHarness h(changing());
  listen(h, "1", R"({"toolsListChanged":true,"resourceSubscriptions":["x:1"],"other":true})");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":1},"notifications":{"toolsListChanged":true,)"
        R"("resourceSubscriptions":["x:1"]}}})");
  listen(h, "\"p\"", R"({"promptsListChanged":true,"resourcesListChanged":true})");
  CHECK(
      has(h.next(), R"("notifications":{"promptsListChanged":true,"resourcesListChanged":true})"));
  trigger(h, "tools");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":1}}})");
  trigger(h, "prompts");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":"p"}}})");
  trigger(h, "resources");
  CHECK(has(h.next(), "notifications/resources/list_changed"));
  trigger(h, "update");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":1},"uri":"x:1"}})");
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  trigger(h, "tools");
  CHECK(h.quiet_for(10ms));
}

TEST_CASE("a legacy client hears of lists unasked and of resources it subscribed to") {
  McpHarness h(changing());
  trigger(h, "tools");
  CHECK(h.quiet_for(10ms));  // nobody has said hello
  CHECK(has(h.initialize(), R"("tools":{"listChanged":true})"));
  trigger(h, "tools");
  CHECK(h.next() == R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  trigger(h, "update");
  CHECK(h.quiet_for(10ms));
  h.ask("1", "resources/subscribe", R"({"uri":"x:1"})");
  trigger(h, "update");
  CHECK(h.next() ==
        R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:1"}})");
  h.ask("2", "resources/unsubscribe", R"({"uri":"x:1"})");
  trigger(h, "update");
  CHECK(h.quiet_for(10ms));
}

TEST_CASE("what is not declared is neither honoured nor announced") {
  McpHarness h(changing({}));
  h.initialize();
  listen(h, "1", R"({"toolsListChanged":true,"resourceSubscriptions":["x:1"]})");
  CHECK(has(h.next(), R"("notifications":{}})"));
  for (const char* what : {"tools", "prompts", "resources", "update"}) trigger(h, what);
  CHECK(h.quiet_for(10ms));
}

}  // namespace ev::mcp
