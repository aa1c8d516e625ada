#include "mcp/tool_registry.hpp"

#include "support/catch.hpp"
#include "support/mcp_harness.hpp"

#include <stdexcept>

namespace ev::mcp {

namespace {

std::vector<ToolDef> named(const std::vector<std::string>& names) {
  std::vector<ToolDef> out;
  for (const std::string& name : names) {
    out.push_back(
        test::test_tool(name, [](const Json&, const CallContext&) { return ToolResult{}; }));
  }
  return out;
}

Outcome serve_row(const ToolRegistry& registry, std::string_view method, std::string_view params) {
  RpcError fault;
  RequestId id;
  const Feature feature = registry.feature();
  for (const Method& row : feature.methods) {
    if (row.name == method) return row.serve({"1", row.name, parse_line(params, fault, id)});
  }
  FAIL("no such method");
  return RpcError{};
}

std::string list_page(const ToolRegistry& registry, std::string_view params) {
  return std::get<Members>(serve_row(registry, "tools/list", params)).json;
}

int error_code(const Outcome& outcome) {
  const auto* error = std::get_if<RpcError>(&outcome);
  return error == nullptr ? 0 : error->code;
}

}  // namespace

TEST_CASE("definitions are made for the first tools/list, once") {
  int made = 0;
  std::vector<ToolDef> tools = named({"one", "two"});
  for (ToolDef& tool : tools) {
    tool.definition = [&made, make = tool.definition] {
      ++made;
      return make();
    };
  }
  const ToolRegistry registry(std::move(tools), 1);
  CHECK(registry.find("two") != nullptr);
  serve_row(registry, "tools/call", R"({"name":"one"})");
  CHECK(made == 0);
  const std::string first = list_page(registry, "{}");
  CHECK(list_page(registry, "{}") == first);
  CHECK(made == 2);
}

TEST_CASE("tools are listed in the order given, on one page") {
  const ToolRegistry registry(named({"b", "a"}), 0);
  CHECK(list_page(registry, "{}") == R"("tools":[{"name":"b","inputSchema":{"type":"object"}},)"
                                     R"({"name":"a","inputSchema":{"type":"object"}}])");
  CHECK(list_page(registry, R"({"cursor":""})") == list_page(registry, "{}"));
  CHECK(list_page(registry, R"({"cursor":null})") == list_page(registry, "{}"));
  CHECK(registry.feature().capability == R"("tools":{})");
}

TEST_CASE("pages follow their cursors to the end") {
  const ToolRegistry registry(named({"a", "b", "c", "d", "e"}), 2);
  CHECK(list_page(registry, "{}").find(R"("nextCursor":"page-2")") != std::string::npos);
  CHECK(list_page(registry, R"({"cursor":"page-2"})").find(R"("name":"c")") != std::string::npos);
  const std::string last = list_page(registry, R"({"cursor":"page-3"})");
  CHECK(last == R"("tools":[{"name":"e","inputSchema":{"type":"object"}}])");
}

TEST_CASE("unknown cursors are -32602") {
  const ToolRegistry registry(named({"a", "b", "c"}), 2);
  for (const char* cursor : {"\"zzz\"", "\"page-1\"", "\"page-3\"", "\"page-02\"", "7", "{}"}) {
    CAPTURE(cursor);
    const std::string params = R"({"cursor":)" + std::string(cursor) + "}";
    CHECK(error_code(serve_row(registry, "tools/list", params)) == kInvalidParams);
  }
}

TEST_CASE("a registry without tools lists none") {
  const ToolRegistry registry({}, 0);
  CHECK(list_page(registry, "{}") == R"("tools":[])");
}

TEST_CASE("malformed calls are -32602, all others become a job") {
  const ToolRegistry registry(named({"a"}), 0);
  for (const char* params : {"{}", R"({"name":5})", R"({"name":"nope"})", R"({"name":"A"})",
                             R"({"name":"a","arguments":[]})", R"({"name":"a","arguments":"x"})"}) {
    CAPTURE(params);
    CHECK(error_code(serve_row(registry, "tools/call", params)) == kInvalidParams);
  }
  for (const char* params : {R"({"name":"a"})", R"({"name":"a","arguments":null})",
                             R"({"name":"a","arguments":{"x":1}})"}) {
    CAPTURE(params);
    CHECK(std::holds_alternative<Job>(serve_row(registry, "tools/call", params)));
  }
}

TEST_CASE("two tools of one name are a programming error") {
  CHECK_THROWS_AS(ToolRegistry(named({"a", "b", "a"}), 0), std::logic_error);
}

TEST_CASE("results are spliced onto one valid line") {
  const auto result = [](std::string structured, std::string text) {
    const ToolRegistry registry({test::test_tool("t",
                                                 [=](const Json&, const CallContext&) {
                                                   return ToolResult{.structured = structured,
                                                                     .text = text};
                                                 })},
                                0);
    const Outcome outcome = serve_row(registry, "tools/call", R"({"name":"t"})");
    return std::get<Members>(std::get<Job>(outcome).run(CallContext{})).json;
  };
  CHECK(result("{\n  \"a\": 1\r\n}", "x\ny") ==
        R"("content":[{"type":"text","text":"x\ny"}],"structuredContent":{   "a": 1  })");
  CHECK(result("{\"a\":\"\xff\"}", "") ==
        "\"content\":[],\"structuredContent\":{\"a\":\"\xEF\xBF\xBD\"}");
  CHECK(result("", "only \xc3") ==
        "\"content\":[{\"type\":\"text\",\"text\":\"only \xEF\xBF\xBD\"}]");
}

}  // namespace ev::mcp
