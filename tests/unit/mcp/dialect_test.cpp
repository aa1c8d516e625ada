#include "mcp/dialect.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

const std::vector<Feature> kFeatures = {
    {.capability = R"("things":{})",
     .methods = {{.name = "things/list",
                  .serve = [](const Request&) -> Outcome { return Members{"\"things\":[]"}; },
                  .caching = {.ttl_ms = 5}}}}};

JsonPtr tree(std::string_view json) {
  RpcError fault;
  RequestId id;
  return parse_line(json, fault, id);
}

std::string ask(Dialect& dialect, std::string_view method, std::string_view params) {
  const Method* const row = dialect.find(method);
  REQUIRE(row != nullptr);
  const Outcome outcome = row->serve({"1", row->name, tree(params)});
  std::string out;
  if (const auto* members = std::get_if<Members>(&outcome)) {
    dialect.append_result(out, "1", *members, row->caching);
  } else if (const auto* error = std::get_if<RpcError>(&outcome)) {
    append_error(out, "1", *error);
  } else {
    const Listen& listen = std::get<Listen>(outcome);
    out = std::string(listen.tools ? "tools " : "") + (listen.prompts ? "prompts " : "") +
          (listen.resources ? "resources " : "") + text::join(listen.uris, " ");
  }
  return out;
}

std::string initialize(LegacyDialect& dialect, const std::string& version) {
  return ask(dialect, "initialize",
             R"({"protocolVersion":")" + version +
                 R"(","capabilities":{},"clientInfo":{"name":"c","version":"1"}})");
}

constexpr const char* kMeta =
    R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

}  // namespace

TEST_CASE("the method tables of both eras are pinned") {
  const LegacyDialect legacy(test::test_server_options(), kFeatures);
  const ModernDialect modern(test::test_server_options(), kFeatures);
  for (const char* method : {"ping", "initialize", "things/list"}) {
    CAPTURE(method);
    CHECK(legacy.find(method) != nullptr);
  }
  for (const char* method : {"server/discover", "subscriptions/listen", "logging/setLevel",
                             "resources/subscribe", "prompts/list", "Ping", ""}) {
    CAPTURE(method);
    CHECK(legacy.find(method) == nullptr);
  }
  for (const char* method : {"server/discover", "subscriptions/listen", "things/list"}) {
    CAPTURE(method);
    CHECK(modern.find(method) != nullptr);
  }
  for (const char* method : {"ping", "initialize", "logging/setLevel", "resources/subscribe",
                             "resources/unsubscribe", "tasks/get"}) {
    CAPTURE(method);
    CHECK(modern.find(method) == nullptr);
  }
}

TEST_CASE("initialize agrees on a version") {
  LegacyDialect legacy(test::test_server_options(), kFeatures);
  CHECK_FALSE(legacy.initialized());
  CHECK(legacy.version() == "2025-11-25");
  for (const std::string version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    CHECK(initialize(legacy, version) ==
          R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":")" + version +
              R"(","capabilities":{"things":{}},"serverInfo":{"name":"test-server",)"
              R"("version":"1.0.0"},"instructions":"For tests."}})");
    CHECK(legacy.version() == version);
    CHECK(legacy.takes_batches() == (version == "2025-03-26"));
  }
  for (const std::string version : {"1999-01-01", "2026-07-28", ""}) {
    initialize(legacy, version);
    CHECK(legacy.version() == "2025-11-25");
  }
  CHECK(legacy.initialized());
}

TEST_CASE("a malformed initialize is -32602 and changes nothing") {
  LegacyDialect legacy(test::test_server_options(), kFeatures);
  for (const char* params :
       {"{}", R"({"protocolVersion":1,"capabilities":{},"clientInfo":{}})",
        R"({"protocolVersion":"2025-11-25","capabilities":[],"clientInfo":{}})",
        R"({"protocolVersion":"2025-11-25","capabilities":{}})"}) {
    CAPTURE(params);
    CHECK(ask(legacy, "initialize", params).find("-32602") != std::string::npos);
  }
  CHECK_FALSE(legacy.initialized());
}

TEST_CASE("legacy results carry nothing of the modern era") {
  LegacyDialect legacy(test::test_server_options(), kFeatures);
  CHECK(ask(legacy, "things/list", "{}") == R"({"jsonrpc":"2.0","id":1,"result":{"things":[]}})");
  CHECK(ask(legacy, "ping", "{}") == R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_CASE("modern results are stamped") {
  ModernDialect modern(test::test_server_options(), kFeatures);
  const std::string info =
      R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test-server","version":"1.0.0"}}}})";
  CHECK(ask(modern, "things/list", "{}") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","things":[],"ttlMs":5,)"
        R"("cacheScope":"public",)" +
            info);
  CHECK(ask(modern, "server/discover", "{}") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",)"
        R"("supportedVersions":["2026-07-28"],"capabilities":{"things":{}},)"
        R"("instructions":"For tests.","ttlMs":3600000,"cacheScope":"public",)" +
            info);
  std::string empty;
  modern.append_result(empty, "\"x\"", Members{}, Caching{});
  CHECK(empty == R"({"jsonrpc":"2.0","id":"x","result":{"resultType":"complete",)" + info);
}

TEST_CASE("the modern envelope is checked in order") {
  const ModernDialect modern(test::test_server_options(), kFeatures);
  const auto code = [&](std::string_view meta) {
    const auto error = modern.refuse(tree(meta).get());
    return error ? error->code : 0;
  };
  CHECK(code(kMeta) == 0);
  const std::string version = R"("io.modelcontextprotocol/protocolVersion":)";
  const std::string caps = R"("io.modelcontextprotocol/clientCapabilities":)";
  const std::string level = R"("io.modelcontextprotocol/logLevel":)";
  CHECK(code("{}") == kInvalidParams);
  CHECK(code("{" + version + "\"2026-07-28\"}") == kInvalidParams);
  CHECK(code("{" + caps + "{}}") == kInvalidParams);
  CHECK(code("{" + version + "5," + caps + "{}}") == kInvalidParams);
  CHECK(code("{" + version + "\"2026-07-28\"," + caps + "[]}") == kInvalidParams);
  CHECK(code("{" + version + "\"1900-01-01\"}") == kInvalidParams);
  CHECK(code("{" + version + "\"1900-01-01\"," + caps + "{}}") == kUnsupportedVersion);
  CHECK(code("{" + version + "\"2025-11-25\"," + caps + "{}}") == kUnsupportedVersion);
  CHECK(code("{" + version + "\"2026-07-28\"," + caps + "{}," + level + "\"loud\"}") ==
        kInvalidParams);
  CHECK(code("{" + version + "\"2026-07-28\"," + caps + "{}," + level + "\"info\"}") == 0);
  const auto refused = modern.refuse(tree("{" + version + "\"v\\\"9\"," + caps + "{}}").get());
  CHECK(refused->data == R"({"supported":["2026-07-28"],"requested":"v\"9"})");
}

TEST_CASE("any one of the two keys is a claim") {
  CHECK(ModernDialect::claimed(tree(kMeta).get()));
  CHECK(ModernDialect::claimed(tree(R"({"io.modelcontextprotocol/protocolVersion":1})").get()));
  CHECK(ModernDialect::claimed(tree(R"({"io.modelcontextprotocol/clientCapabilities":1})").get()));
  CHECK_FALSE(ModernDialect::claimed(tree(R"({"progressToken":1})").get()));
  CHECK_FALSE(ModernDialect::claimed(nullptr));
}

TEST_CASE("listen names what a client wants to hear of") {
  ModernDialect modern(test::test_server_options(), kFeatures);
  CHECK(ask(modern, "subscriptions/listen", R"({"notifications":{"toolsListChanged":true}})") ==
        "tools ");
  CHECK(ask(modern, "subscriptions/listen",
            R"({"notifications":{"toolsListChanged":false,"promptsListChanged":true,)"
            R"("resourcesListChanged":true,"resourceSubscriptions":["a:b",7,"c:d"],"x":1}})") ==
        "prompts resources a:b c:d");
  CHECK(ask(modern, "subscriptions/listen", R"({"notifications":{}})").empty());
  CHECK(ask(modern, "subscriptions/listen", "{}").find("-32602") != std::string::npos);
  CHECK(modern.listen_end("\"L\"") ==
        R"({"jsonrpc":"2.0","id":"L","result":{"resultType":"complete","_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":"L",)"
        R"("io.modelcontextprotocol/serverInfo":{"name":"test-server","version":"1.0.0"}}}})");
}

TEST_CASE("capabilities are declared to those who can know them") {
  const std::vector<Feature> features = {
      {.capability = R"("tools":{})"},
      {.capability = R"("completions":{})", .since = "2025-03-26"},
      {.eras = Eras::modern, .extension = R"("x/tasks":{})"},
      {.capability = R"("old":{})", .eras = Eras::legacy, .extension = R"("x/old":{})"}};
  CHECK(capabilities_json(features, Eras::legacy, "2024-11-05") ==
        R"({"tools":{},"old":{},"extensions":{"x/old":{}}})");
  CHECK(capabilities_json(features, Eras::legacy, "2025-03-26") ==
        R"({"tools":{},"completions":{},"old":{},"extensions":{"x/old":{}}})");
  CHECK(capabilities_json(features, Eras::modern, "2026-07-28") ==
        R"({"tools":{},"completions":{},"extensions":{"x/tasks":{}}})");
  CHECK(capabilities_json({}, Eras::modern, "2026-07-28") == "{}");
}

TEST_CASE("methods of one era are unknown to the other") {
  const std::vector<Feature> features = {
      {.capability = R"("a":{})",
       .methods = {{.name = "both"}, {.name = "old", .eras = Eras::legacy}}},
      {.methods = {{.name = "new"}}, .eras = Eras::modern}};
  const LegacyDialect legacy(test::test_server_options(), features);
  const ModernDialect modern(test::test_server_options(), features);
  CHECK(legacy.find("both") != nullptr);
  CHECK(modern.find("both") != nullptr);
  CHECK(legacy.find("old") != nullptr);
  CHECK(modern.find("old") == nullptr);
  CHECK(legacy.find("new") == nullptr);
  CHECK(modern.find("new") != nullptr);
}

TEST_CASE("a result that is not complete is not cached") {
  const ModernDialect modern(test::test_server_options(), kFeatures);
  const auto stamped = [&](const Members& members) {
    std::string out;
    modern.append_result(out, "1", members, Caching{.ttl_ms = 5});
    return out;
  };
  CHECK(stamped({"\"a\":1", "input_required"}).find("ttlMs") == std::string::npos);
  CHECK(stamped({"\"a\":1", "input_required"}).find(R"("resultType":"input_required","a":1)") !=
        std::string::npos);
  CHECK(stamped({"", "complete", Caching{.ttl_ms = 9, .scope = "private"}})
            .find(R"("ttlMs":9,"cacheScope":"private")") != std::string::npos);
}

TEST_CASE("the implementation object has only what is known") {
  ServerOptions options = test::test_server_options();
  options.title = "T";
  options.website_url = "https://example.org";
  CHECK(
      implementation_json(options) ==
      R"({"name":"test-server","title":"T","version":"1.0.0","websiteUrl":"https://example.org"})");
}

}  // namespace ev::mcp
