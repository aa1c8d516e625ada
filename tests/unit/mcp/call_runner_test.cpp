#include "mcp/call_runner.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

#include <nlohmann/json.hpp>

namespace ev::mcp {

namespace {

using test::McpHarness;

constexpr const char* kNameSchema = R"({"type":"object","properties":{"name":{"type":"string"}}})";

// Asks for a name and greets.
ToolDef greeter() {
  return test::test_tool("greeter", [](const Json&, const CallContext& ctx) {
    ToolResult out;
    if (ctx.inputs.form_action("who").empty()) {
      out.asks = {ask_form("who", "Who?", kNameSchema)};
      return out;
    }
    const std::string* const name = as_string(ctx.inputs.form_field("who", "name"));
    out.text = name == nullptr ? "nobody: " + ctx.inputs.form_action("who") : "hello " + *name;
    return out;
  });
}

// Two questions after each other; the first answer travels in the state.
ToolDef two_steps() {
  return test::test_tool("two_steps", [](const Json&, const CallContext& ctx) {
    ToolResult out;
    const std::string* const second = as_string(ctx.inputs.form_field("second", "name"));
    if (second != nullptr && !ctx.state.empty()) {
      out.text = ctx.state + " and " + *second;
      return out;
    }
    const std::string* const first = as_string(ctx.inputs.form_field("first", "name"));
    if (first == nullptr) {
      out.asks = {ask_form("first", "First?", kNameSchema)};
    } else {
      out.asks = {ask_form("second", "Second?", kNameSchema)};
      out.state = *first;
    }
    return out;
  });
}

ToolDef never_content() {
  return test::test_tool("never_content", [](const Json&, const CallContext&) {
    ToolResult out;
    out.asks = {ask_form("again", "Again?", kNameSchema)};
    return out;
  });
}

const std::string kForms = R"("elicitation":{"form":{}})";

std::string call(const std::string& name, const std::string& more = "") {
  return R"("name":")" + name + R"(")" + (more.empty() ? "" : "," + more);
}

std::string accepted(const std::string& key, const std::string& name) {
  return R"("inputResponses":{")" + key + R"(":{"action":"accept","content":{"name":")" + name +
         R"("}}})";
}

// The value of the member `name` of a modern result, as JSON text.
std::string result_member(const std::string& line, const char* name) {
  const Json answer = parse_json(line).value();
  return dump_json(answer.at("result").at(name));
}

}  // namespace

TEST_CASE("modern: a question is the result, and the retry brings the answer") {
  McpHarness h({greeter()});
  const std::string asked = h.ask_modern("1", "tools/call", call("greeter"), kForms);
  CHECK(has(asked, R"("resultType":"input_required","inputRequests":{"who":{"method":)"
                   R"("elicitation/create","params":{"message":"Who?","requestedSchema":)"));
  CHECK_FALSE(has(asked, "requestState"));
  CHECK_FALSE(has(asked, "ttlMs"));
  const std::string done =
      h.ask_modern("2", "tools/call", call("greeter", accepted("who", "Ada")), kForms);
  CHECK(has(done, R"("resultType":"complete")"));
  CHECK(has(done, "hello Ada"));
  const std::string declined =
      h.ask_modern("3", "tools/call",
                   call("greeter", R"("inputResponses":{"who":{"action":"decline"}})"), kForms);
  CHECK(has(declined, "nobody: decline"));
}

TEST_CASE("modern: unusable answers are asked for again") {
  McpHarness h({greeter()});
  for (const char* responses :
       {R"("inputResponses":null)", R"("inputResponses":{})", R"("inputResponses":[])",
        R"("inputResponses":{"wrong_key":{"action":"accept","content":{"name":"A"}}})",
        R"("inputResponses":{"who":12345})", R"("inputResponses":{"who":{"action":"accept"}})"}) {
    CAPTURE(responses);
    CHECK(has(h.ask_modern("1", "tools/call", call("greeter", responses), kForms),
              R"("resultType":"input_required")"));
  }
}

TEST_CASE("modern: what the client does not offer is not asked") {
  McpHarness h({greeter()});
  for (const char* capabilities : {"", R"("sampling":{})", R"("elicitation":{"url":{}})"}) {
    CHECK(has(h.ask_modern("1", "tools/call", call("greeter"), capabilities),
              R"("error":{"code":-32021,"message":"The client does not offer elicitation/create",)"
              R"("data":{"requiredCapabilities":{"elicitation":{"form":{}}}}})"));
  }
}

TEST_CASE("modern: the state comes back sealed, and only to its own request") {
  McpHarness h({two_steps(), greeter()});
  const std::string second =
      h.ask_modern("1", "tools/call", call("two_steps", accepted("first", "Ada")), kForms);
  const std::string state = result_member(second, "requestState");
  CHECK(
      has(h.ask_modern("2", "tools/call",
                       call("two_steps", accepted("second", "Eve") + R"(,"requestState":)" + state),
                       kForms),
          "Ada and Eve"));
  const auto refused = [&](const std::string& params) {
    return has(h.ask_modern("3", "tools/call", params, kForms), R"("error":{"code":-32602)");
  };
  const std::string tampered = state.substr(0, state.size() - 1) + "-TAMPERED\"";
  CHECK(refused(call("two_steps", R"("requestState":)" + tampered)));
  CHECK(refused(call("two_steps", R"("requestState":7)")));
  CHECK(refused(call("greeter", R"("requestState":)" + state)));
  CHECK(refused(call("two_steps", R"("arguments":{"x":1},"requestState":)" + state)));
  CHECK_FALSE(refused(call("two_steps", R"("requestState":null)")));
}

TEST_CASE("legacy: the server asks and the call goes on") {
  McpHarness h({greeter(), two_steps()});
  h.initialize("2025-11-25", kForms);
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"two_steps"}})");
  CHECK(
      h.next() ==
      R"({"jsonrpc":"2.0","id":"srv-1","method":"elicitation/create","params":{"message":"First?",)"
      R"("requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}})");
  CHECK(h.ask("2", "ping") == R"({"jsonrpc":"2.0","id":2,"result":{}})");
  h.send(R"({"jsonrpc":"2.0","id":"srv-9","result":{}})");  // nobody asked
  h.send(R"({"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept","content":{"name":"Ada"}}})");
  CHECK(has(h.next(), R"("id":"srv-2","method":"elicitation/create")"));
  h.send(R"({"jsonrpc":"2.0","id":"srv-2","result":{"action":"accept","content":{"name":"Eve"}}})");
  CHECK(has(h.answer("1"), "Ada and Eve"));
}

TEST_CASE("legacy: no capability and a tool without end are results with an error") {
  McpHarness h({greeter(), never_content()});
  h.initialize("2025-11-25");
  CHECK(has(h.ask("1", "tools/call", R"({"name":"greeter"})"), "the client does not offer"));
  h.initialize("2025-11-25", kForms);
  h.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greeter"}})");
  CHECK(has(h.next(), "elicitation/create"));
  h.send(R"({"jsonrpc":"2.0","id":"srv-1","error":{"code":-1,"message":"no"}})");
  // A form that the client refuses is one that the user cancelled.
  CHECK(has(h.answer("2"), "nobody: cancel"));
  h.send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"never_content"}})");
  for (int round = 2; round < 10; ++round) {
    CHECK(has(h.next(), "\"srv-" + std::to_string(round) + "\""));
    h.send(R"({"jsonrpc":"2.0","id":"srv-)" + std::to_string(round) +
           R"(","result":{"action":"cancel"}})");
  }
  CHECK(has(h.answer("3"), R"("isError":true)"));
}

TEST_CASE("legacy: a cancelled call withdraws its question") {
  McpHarness h({greeter()});
  h.initialize("2025-11-25", kForms);
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greeter"}})");
  CHECK(has(h.next(), "elicitation/create"));
  h.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  CHECK(has(h.next(), R"("method":"notifications/cancelled","params":{"requestId":"srv-1")"));
  CHECK(h.ask("2", "ping") == R"({"jsonrpc":"2.0","id":2,"result":{}})");
}

TEST_CASE("a form nobody answers in time counts as cancelled, and the call goes on") {
  ServerOptions options = test::test_server_options();
  options.call_timeout = std::chrono::seconds(2);
  McpHarness h({greeter()}, options);
  h.initialize("2025-11-25", kForms);
  h.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greeter"}})");
  CHECK(has(h.next(), "elicitation/create"));
  CHECK(has(h.next(), R"("method":"notifications/cancelled","params":{"requestId":"srv-1")"));
  CHECK(has(h.answer("1"), "nobody: cancel"));
}

TEST_CASE("a protocol error of a tool is one") {
  McpHarness h({test::test_tool("odd", [](const Json&, const CallContext&) {
    ToolResult out;
    out.fault = RpcError{1001, "odd", R"({"a":1})"};
    return out;
  })});
  CHECK(h.ask("1", "tools/call", R"({"name":"odd"})") ==
        R"({"jsonrpc":"2.0","id":1,"error":{"code":1001,"message":"odd","data":{"a":1}}})");
}

TEST_CASE("blocks and links follow the text") {
  McpHarness h({test::test_tool("rich", [](const Json&, const CallContext&) {
    ToolResult out{.text = "t"};
    out.blocks = {image_block("AAAA", "image/png")};
    out.links = {{.uri = "x:1", .name = "n"}};
    return out;
  })});
  CHECK(has(h.ask("1", "tools/call", R"({"name":"rich"})"),
            R"("content":[{"type":"text","text":"t"},{"type":"image","data":"AAAA",)"
            R"("mimeType":"image/png"},{"type":"resource_link","uri":"x:1","name":"n"}])"));
  h.initialize("2025-03-26");
  CHECK(has(h.ask("2", "tools/call", R"({"name":"rich"})"), R"({"type":"text","text":"n: x:1"}])"));
}

}  // namespace ev::mcp
