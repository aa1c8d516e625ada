#include "app/json_edit.hpp"

#include "base/json.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::app {

namespace {

const std::vector<std::string> kPath = {"servers", "mine"};

std::string set(std::string_view text, std::string_view value = R"({"a":1})") {
  return set_member(text, kPath, value).value();
}

}  // namespace

TEST_CASE("a member is added where it belongs and nothing else moves") {
  CHECK(set("") == "{\n  \"servers\": {\n    \"mine\": {\"a\":1}\n  }\n}\n");
  CHECK(set("{}") == "{\n  \"servers\": {\n    \"mine\": {\"a\":1}\n  }\n}");
  CHECK(set(" {  } ") == " {\n  \"servers\": {\n    \"mine\": {\"a\":1}\n  }\n} ");
  CHECK(set(R"({"x": 1.0,"y":[ 1e5 ]})") ==
        "{\"x\": 1.0,\"y\":[ 1e5 ],\n  \"servers\": {\n    \"mine\": {\"a\":1}\n  }}");
  CHECK(set("{\"servers\": {\"other\": 12345678901234567890123 }}") ==
        "{\"servers\": {\"other\": 12345678901234567890123,\n    \"mine\": {\"a\":1} }}");
  CHECK(set("{\"servers\":{}}") == "{\"servers\":{\n    \"mine\": {\"a\":1}\n  }}");
}

TEST_CASE("a member that is there is replaced in place") {
  CHECK(set(R"({"servers":{"mine": [1,"]",{"b":2}] ,"z":1}})") ==
        R"({"servers":{"mine": {"a":1} ,"z":1}})");
  CHECK(set(R"({"servers":{"mine":true}})", "7") == R"({"servers":{"mine":7}})");
  CHECK(set(R"({"servers":{"m\u0069ne":"x\"}"}})", "7") == R"({"servers":{"m\u0069ne":7}})");
  // Parsers take the last of a name.
  CHECK(set(R"({"servers":{"mine":1,"mine":2}})", "7") == R"({"servers":{"mine":1,"mine":7}})");
}

TEST_CASE("names in strings and in other objects are not members") {
  const std::string text = R"({"a":"\"servers\": {}","b":{"servers":{"mine":1}},"c":"}"})";
  CHECK(member_text(text, kPath).value().empty());
  const std::string after = set(text);
  CHECK(after.substr(0, text.size() - 1) == text.substr(0, text.size() - 1));
  CHECK(parse_json(after).value()["servers"]["mine"]["a"] == 1);
}

TEST_CASE("the lines of a value move in with its name") {
  CHECK(set_member("{}", {"mine"}, "{\n  \"a\": 1\n}").value() ==
        "{\n  \"mine\": {\n    \"a\": 1\n  }\n}");
}

TEST_CASE("a byte order mark stays") {
  CHECK(set("\xEF\xBB\xBF{}").substr(0, 4) == "\xEF\xBB\xBF{");
}

TEST_CASE("what is not JSON, or not an object, is refused") {
  for (const char* text : {"{", "nonsense", "{\"a\":1,}", "// comment\n{}", "{} {}", "[1]", "7",
                           R"({"servers":[]})", R"({"servers":null})"}) {
    CAPTURE(text);
    const auto result = set_member(text, kPath, "1");
    REQUIRE_FALSE(result);
    CHECK(result.error().code == Errc::invalid_argument);
  }
  CHECK(set_member(R"({"servers":7})", kPath, "1").error().message ==
        "\"servers\" in the file is not an object");
}

TEST_CASE("members are read as they stand") {
  CHECK(member_text(R"({"servers":{"mine": {"a": [1, 2]} }})", kPath).value() ==
        R"({"a": [1, 2]})");
  CHECK(member_text(R"({"servers":{}})", kPath).value().empty());
  CHECK(member_text("", kPath).value().empty());
}

}  // namespace ev::app
