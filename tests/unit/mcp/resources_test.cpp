#include "mcp/resources.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

using test::McpHarness;

Result<ResourceRead> read_shelf(const std::string& uri, const CallContext&) {
  ResourceRead out;
  if (uri == "shelf://text") {
    out.contents = {{.uri = uri, .mime_type = "text/plain", .text = "words"}};
    out.caching = {.ttl_ms = 1000, .scope = "public"};
    return out;
  }
  if (uri == "shelf://both") {
    out.contents = {{.uri = uri, .text = ""}, {.uri = uri + "/2", .blob = "AAAA"}};
    return out;
  }
  if (uri == "shelf://gone") return Error{.code = Errc::unknown_result_set, .message = "expired"};
  if (uri == "shelf://bad") return Error{.code = Errc::invalid_argument, .message = "odd form"};
  if (uri == "shelf://broken") return Error{.code = Errc::internal, .message = "a secret detail"};
  if (uri == "shelf://away") {
    return Error{.code = Errc::upstream_unavailable, .message = "the service is down"};
  }
  return Error{.code = Errc::not_found, .message = "no such thing"};
}

Offer shelf(Announced announced = {}) {
  Offer offer;
  offer.announced = announced;
  offer.resources =
      Resources{.list = [](const std::string& cursor, const Context&) -> Result<ResourcePage> {
                  if (cursor.empty()) {
                    return ResourcePage{.resources = {{.uri = "shelf://text",
                                                       .name = "text",
                                                       .description = "Words",
                                                       .mime_type = "text/plain"}},
                                        .next_cursor = "two"};
                  }
                  if (cursor == "two")
                    return ResourcePage{.resources = {{.uri = "shelf://both", .name = "b"}}};
                  return Error{.code = Errc::invalid_argument, .message = "unknown cursor"};
                },
                .templates = {{.uri_template = "shelf://{place}",
                               .name = "place",
                               .title = "A place",
                               .mime_type = "text/plain"}},
                .read = read_shelf};
  return offer;
}

}  // namespace

TEST_CASE("resources are listed in pages") {
  McpHarness h(shelf());
  CHECK(has(h.initialize(), R"("capabilities":{"tools":{},"resources":{}})"));
  CHECK(h.ask("1", "resources/list") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"shelf://text","name":"text",)"
        R"("description":"Words","mimeType":"text/plain"}],"nextCursor":"two"}})");
  CHECK(h.ask("2", "resources/list", R"({"cursor":"two"})") ==
        R"({"jsonrpc":"2.0","id":2,"result":{"resources":[{"uri":"shelf://both","name":"b"}]}})");
  CHECK(has(h.ask("3", "resources/list", R"({"cursor":"three"})"), "-32602"));
  CHECK(has(h.ask("4", "resources/list", R"({"cursor":3})"), "-32602"));
  CHECK(has(h.ask_modern("5", "resources/list"), R"("ttlMs":0,"cacheScope":"private")"));
}

TEST_CASE("templates are listed") {
  McpHarness h(shelf());
  CHECK(
      h.ask("1", "resources/templates/list") ==
      R"({"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"uriTemplate":"shelf://{place}",)"
      R"("name":"place","title":"A place","mimeType":"text/plain"}]}})");
  CHECK(has(h.ask_modern("2", "resources/templates/list"), R"("ttlMs":300000)"));
  CHECK(has(h.ask("3", "resources/templates/list", R"({"cursor":"x"})"), "-32602"));
}

TEST_CASE("resources are read, with the caching each has") {
  McpHarness h(shelf());
  CHECK(h.ask("1", "resources/read", R"({"uri":"shelf://text"})") ==
        R"({"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"shelf://text",)"
        R"("mimeType":"text/plain","text":"words"}]}})");
  CHECK(has(h.ask_modern("2", "resources/read", R"("uri":"shelf://text")"),
            R"("ttlMs":1000,"cacheScope":"public")"));
  const std::string both = h.ask_modern("3", "resources/read", R"("uri":"shelf://both")");
  CHECK(has(both, R"([{"uri":"shelf://both","text":""},{"uri":"shelf://both/2","blob":"AAAA"}])"));
  CHECK(has(both, R"("ttlMs":0,"cacheScope":"private")"));
}

TEST_CASE("what is not there has another code in each era") {
  McpHarness h(shelf());
  h.initialize();
  for (const std::string uri : {"shelf://nothing", "shelf://gone"}) {
    const std::string tail = R"(,"message":"Resource not found","data":{"uri":")" + uri + R"("}}})";
    CHECK(h.ask("1", "resources/read", R"({"uri":")" + uri + "\"}") ==
          R"({"jsonrpc":"2.0","id":1,"error":{"code":-32002)" + tail);
    CHECK(h.ask_modern("2", "resources/read", R"("uri":")" + uri + "\"") ==
          R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602)" + tail);
  }
}

TEST_CASE("other failures of reading") {
  McpHarness h(shelf());
  CHECK(has(h.ask("1", "resources/read"), "-32602"));
  CHECK(has(h.ask("2", "resources/read", R"({"uri":7})"), "-32602"));
  CHECK(has(h.ask("3", "resources/read", R"({"uri":"shelf://bad"})"),
            R"("code":-32602,"message":"Invalid params: odd form")"));
  const std::string broken = h.ask("4", "resources/read", R"({"uri":"shelf://broken"})");
  CHECK(has(broken, R"("code":-32603)"));
  CHECK(has(broken, "resources/read#"));
  CHECK_FALSE(has(broken, "secret"));
  CHECK(has(h.ask("5", "resources/read", R"({"uri":"shelf://away"})"),
            R"("code":-32603,"message":"the service is down")"));
}

TEST_CASE("subscribing is served where it is declared") {
  McpHarness plain(shelf());
  CHECK(has(plain.ask("1", "resources/subscribe", R"({"uri":"shelf://text"})"), "-32601"));
  McpHarness h(shelf({.resources = true, .resource_updates = true}));
  CHECK(has(h.initialize(), R"("resources":{"subscribe":true,"listChanged":true})"));
  for (const char* method : {"resources/subscribe", "resources/unsubscribe"}) {
    CHECK(h.ask("1", method, R"({"uri":"shelf://text"})") ==
          R"({"jsonrpc":"2.0","id":1,"result":{}})");
    CHECK(has(h.ask("2", method), "-32602"));
    CHECK(has(h.ask_modern("3", method, R"("uri":"shelf://text")"), "-32601"));
  }
}

TEST_CASE("without resources there is no capability and no method") {
  McpHarness h(Offer{});
  CHECK_FALSE(has(h.initialize(), "resources"));
  CHECK(has(h.ask("1", "resources/list"), "-32601"));
  CHECK(has(h.ask_modern("2", "resources/read", R"("uri":"x")"), "-32601"));
}

}  // namespace ev::mcp
