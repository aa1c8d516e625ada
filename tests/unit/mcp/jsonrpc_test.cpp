#include "mcp/jsonrpc.hpp"

#include "support/catch.hpp"

namespace ev::mcp {

namespace {

struct Read {
  JsonPtr value;
  RpcError fault;
  RequestId id;
};

Read read(std::string_view line) {
  Read out;
  out.value = parse_line(line, out.fault, out.id);
  return out;
}

Message message(std::string_view line) {
  const Read r = read(line);
  REQUIRE(r.value != nullptr);
  return classify(r.value);
}

std::string id_of(std::string_view id) {
  return message(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}").id;
}

}  // namespace

TEST_CASE("ids keep their type and value") {
  CHECK(id_of("0") == "0");
  CHECK(id_of(R"("0")") == R"("0")");
  CHECK(id_of(R"("")") == R"("")");
  CHECK(id_of("-7") == "-7");
  CHECK(id_of("9007199254740993") == "9007199254740993");
  CHECK(id_of("18446744073709551615") == "18446744073709551615");
  CHECK(id_of("123456789012345678901234567890") == "123456789012345678901234567890");
  CHECK(id_of("-123456789012345678901") == "-123456789012345678901");
  CHECK(id_of(R"("a\"b\u00e9\n")") == "\"a\\\"bé\\n\"");
  CHECK(id_of("1.0") == "1");
}

TEST_CASE("values that are no ids make an invalid request without an id") {
  for (const char* id : {"null", "1.5", "true", "[1]", "{}", "1e3"}) {
    const Message m = message(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}");
    CAPTURE(id);
    CHECK(m.kind == Message::Kind::invalid);
    CHECK(m.id.empty());
    CHECK(m.fault.code == kInvalidRequest);
  }
}

TEST_CASE("kinds of messages, keys in any order") {
  CHECK(message(R"({"method":"a","params":{},"jsonrpc":"2.0","id":1})").kind ==
        Message::Kind::request);
  CHECK(message(R"({"jsonrpc":"2.0","method":"a"})").kind == Message::Kind::notification);
  CHECK(message(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind == Message::Kind::response);
  CHECK(message(R"({"jsonrpc":"2.0","id":1,"error":{}})").kind == Message::Kind::response);
  for (const char* line :
       {"1", "null", "\"x\"", R"({"id":1,"method":"a"})",
        R"({"jsonrpc":"1.0","id":1,"method":"a"})", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1,"method":5})"}) {
    CAPTURE(line);
    CHECK(message(line).kind == Message::Kind::invalid);
  }
  CHECK(message(R"({"id":4,"method":"ping"})").id == "4");
}

TEST_CASE("params are shared, not copied, and null counts as absent") {
  const Message m = message(R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"y"}})");
  CHECK(*as_string(member(m.params.get(), "x")) == "y");
  CHECK(m.method == "a");
  CHECK(message(R"({"jsonrpc":"2.0","id":1,"method":"a","params":null})").params == nullptr);
  CHECK(message(R"({"jsonrpc":"2.0","id":1,"method":"a"})").params == nullptr);
}

TEST_CASE("lines that are not JSON") {
  for (const char* line : {"hello", "{", R"({"a":1}x)", "{\"a\":\"\xff\"}", R"({"a":1e999})"}) {
    CAPTURE(line);
    const Read r = read(line);
    CHECK(r.value == nullptr);
    CHECK(r.fault.code == kParseError);
    CHECK(r.id.empty());
  }
}

TEST_CASE("deep nesting is refused with the request's id") {
  const std::string deep = std::string(70, '[') + std::string(70, ']');
  const Read r =
      read(R"({"jsonrpc":"2.0","params":{"id":9,"a":)" + deep + R"(},"method":"a","id":"q"})");
  CHECK(r.value == nullptr);
  CHECK(r.fault.code == kInvalidRequest);
  CHECK(r.id == R"("q")");
  CHECK(read(std::string(1'000'000, '[')).fault.code == kParseError);
}

TEST_CASE("lone surrogates become U+FFFD, pairs stay") {
  const Message m = message(
      R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\ud83d","y":"\ud83d\ude00","z":"\\ud83d","w":"\udc00\ud83d\ude00"}})");
  const Json* p = m.params.get();
  CHECK(*as_string(member(p, "x")) == "\xEF\xBF\xBD");
  CHECK(*as_string(member(p, "y")) == "\xF0\x9F\x98\x80");
  CHECK(*as_string(member(p, "z")) == "\\ud83d");
  CHECK(*as_string(member(p, "w")) == "\xEF\xBF\xBD\xF0\x9F\x98\x80");
}

TEST_CASE("errors name their id only when there is one, and stay short") {
  std::string out;
  append_error(out, "", {kParseError, "Parse error"});
  CHECK(out == R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}})");
  out.clear();
  append_error(out, "\"a\"", {kUnsupportedVersion, "v", R"({"x":1})"});
  CHECK(out ==
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32022,"message":"v","data":{"x":1}}})");
  out.clear();
  append_error(out, "1", {kMethodNotFound, std::string(100'000, 'm')});
  CHECK(out.size() < 500);
}

TEST_CASE("error codes are pinned") {
  CHECK(kParseError == -32700);
  CHECK(kInvalidRequest == -32600);
  CHECK(kMethodNotFound == -32601);
  CHECK(kInvalidParams == -32602);
  CHECK(kInternalError == -32603);
  CHECK(kUnsupportedVersion == -32022);
}

}  // namespace ev::mcp
