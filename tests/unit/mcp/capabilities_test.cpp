#include "mcp/capabilities.hpp"

#include "mcp/jsonrpc.hpp"
#include "support/catch.hpp"

namespace ev::mcp {

namespace {

ClientCapabilities declared(std::string_view json) {
  RpcError fault;
  RequestId id;
  return read_capabilities(parse_line(json, fault, id).get());
}

}  // namespace

TEST_CASE("an empty elicitation capability means forms") {
  CHECK(declared(R"({"elicitation":{}})").forms);
  CHECK(declared(R"({"elicitation":{"form":{}}})").forms);
  CHECK(declared(R"({"elicitation":{"form":{},"url":{}}})").forms);
  CHECK_FALSE(declared(R"({"elicitation":{"url":{}}})").forms);
  CHECK_FALSE(declared(R"({"elicitation":true})").forms);
  CHECK_FALSE(declared("{}").forms);
}

TEST_CASE("what else a client can declare") {
  const ClientCapabilities all =
      declared(R"({"sampling":{"tools":{}},"roots":{"listChanged":true},)"
               R"("extensions":{"io.modelcontextprotocol/tasks":{}}})");
  CHECK(all.sampling);
  CHECK(all.roots);
  CHECK(all.tasks);
  for (const char* json : {"{}", "[]", "null", R"({"sampling":1,"roots":null,"extensions":[]})",
                           R"({"tasks":{},"extensions":{"io.modelcontextprotocol/tasks":null}})"}) {
    CAPTURE(json);
    const ClientCapabilities none = declared(json);
    CHECK_FALSE((none.sampling || none.roots || none.tasks || none.forms));
  }
}

TEST_CASE("requests are written out by kind") {
  const std::vector<InputRequest> requests = {
      ask_form("a", "Which \"one\"?", R"({"type":"object","properties":{}})"),
      ask_model("b", "Why?", 9), ask_roots("c")};
  CHECK(input_requests_json(requests) ==
        R"({"a":{"method":"elicitation/create","params":{"message":"Which \"one\"?",)"
        R"("requestedSchema":{"type":"object","properties":{}}}},)"
        R"("b":{"method":"sampling/createMessage","params":{"messages":[{"role":"user",)"
        R"("content":{"type":"text","text":"Why?"}}],"maxTokens":9}},)"
        R"("c":{"method":"roots/list","params":{}}})");
  CHECK(input_requests_json({}) == "{}");
}

TEST_CASE("each kind needs its own capability") {
  const ClientCapabilities forms{.forms = true};
  CHECK(offered(InputRequest::Kind::form, forms));
  CHECK_FALSE(offered(InputRequest::Kind::sampling, forms));
  CHECK_FALSE(offered(InputRequest::Kind::roots, forms));
  CHECK(needed_capability(InputRequest::Kind::form) == R"({"elicitation":{"form":{}}})");
  CHECK(needed_capability(InputRequest::Kind::sampling) == R"({"sampling":{}})");
  CHECK(needed_capability(InputRequest::Kind::roots) == R"({"roots":{}})");
}

}  // namespace ev::mcp
