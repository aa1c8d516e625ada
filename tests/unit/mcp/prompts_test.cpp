#include "mcp/prompts.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

using test::McpHarness;

Prompt greeting() {
  return {.name = "greeting",
          .title = "Greeting",
          .description = "Says hello.",
          .arguments = {{.name = "who", .description = "Whom", .required = true},
                        {.name = "how", .title = "Manner"}},
          .get = [](const PromptArguments& given, const CallContext&) -> Result<PromptText> {
            PromptText out;
            const auto how = given.find("how");
            out.messages = {{.content = text_block("Hello " + given.at("who"))},
                            {.role = "assistant",
                             .content = text_block(how == given.end() ? "-" : how->second)}};
            return out;
          }};
}

Prompt asking() {
  return {.name = "asking",
          .description = "Asks first.",
          .get = [](const PromptArguments&, const CallContext& ctx) -> Result<PromptText> {
            PromptText out;
            if (const std::string* topic = as_string(ctx.inputs.form_field("topic", "name"))) {
              out.messages = {{.content = text_block("About " + *topic)}};
            } else {
              out.asks = {ask_form("topic", "What about?", R"({"type":"object","properties":{}})")};
            }
            return out;
          }};
}

Offer prompts(std::vector<Prompt> list) {
  Offer offer;
  offer.prompts = std::move(list);
  return offer;
}

}  // namespace

TEST_CASE("prompts are listed with their arguments") {
  McpHarness h(prompts({greeting(), asking()}));
  CHECK(has(h.initialize(), R"("capabilities":{"tools":{},"prompts":{},"completions":{}})"));
  CHECK(h.ask("1", "prompts/list") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"greeting","title":"Greeting",)"
        R"("description":"Says hello.","arguments":[{"name":"who","description":"Whom",)"
        R"("required":true},{"name":"how","title":"Manner","required":false}]},)"
        R"({"name":"asking","description":"Asks first."}]}})");
  CHECK(has(h.ask("2", "prompts/list", R"({"cursor":""})"), "greeting"));
  for (const char* cursor : {R"({"cursor":"2"})", R"({"cursor":7})"}) {
    CHECK(has(h.ask("3", "prompts/list", cursor), "-32602"));
  }
  CHECK(has(h.ask_modern("4", "prompts/list"), R"("ttlMs":300000,"cacheScope":"public")"));
}

TEST_CASE("a prompt is filled in") {
  McpHarness h(prompts({greeting()}));
  CHECK(h.ask("1", "prompts/get", R"({"name":"greeting","arguments":{"who":"Ada","x":7}})") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"description":"Says hello.","messages":[)"
        R"({"role":"user","content":{"type":"text","text":"Hello Ada"}},)"
        R"({"role":"assistant","content":{"type":"text","text":"-"}}]}})");
  const std::string modern =
      h.ask_modern("2", "prompts/get", R"("name":"greeting","arguments":{"who":"A","how":"B"})");
  CHECK(has(modern, R"("resultType":"complete")"));
  CHECK(has(modern, R"("text":"B")"));
  CHECK_FALSE(has(modern, "ttlMs"));
}

TEST_CASE("wrong names and arguments are -32602") {
  McpHarness h(prompts({greeting()}));
  for (const char* params :
       {"{}", R"({"name":7})", R"({"name":"nope"})", R"({"name":"greeting"})",
        R"({"name":"greeting","arguments":[]})", R"({"name":"greeting","arguments":{"who":7}})",
        R"({"name":"greeting","arguments":{"who":""}})",
        R"({"name":"greeting","arguments":{"who":"A","how":{}}})"}) {
    CAPTURE(params);
    CHECK(has(h.ask("1", "prompts/get", params), R"("code":-32602)"));
  }
}

TEST_CASE("a prompt may ask first, in both eras") {
  McpHarness h(prompts({asking()}));
  const std::string forms = R"("elicitation":{})";
  CHECK(has(h.ask_modern("1", "prompts/get", R"("name":"asking")", forms),
            R"("resultType":"input_required","inputRequests":{"topic":)"));
  CHECK(has(h.ask_modern("2", "prompts/get",
                         R"("name":"asking","inputResponses":{"topic":{"action":"accept",)"
                         R"("content":{"name":"x"}}})",
                         forms),
            "About x"));
  h.initialize("2025-11-25", forms);
  h.send(R"({"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"asking"}})");
  CHECK(has(h.next(), R"("id":"srv-1","method":"elicitation/create")"));
  h.send(R"({"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept","content":{"name":"y"}}})");
  CHECK(has(h.answer("3"), "About y"));
}

TEST_CASE("without prompts there is no capability and no method") {
  McpHarness h(prompts({}));
  CHECK_FALSE(has(h.initialize(), "prompts"));
  CHECK(has(h.ask("1", "prompts/list"), "-32601"));
  CHECK(has(h.ask_modern("2", "prompts/get", R"("name":"x")"), "-32601"));
}

TEST_CASE("two prompts of one name are a programming error") {
  CHECK_THROWS_AS(PromptRegistry({greeting(), greeting()}), std::logic_error);
}

}  // namespace ev::mcp
