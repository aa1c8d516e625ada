#include "base/json.hpp"

#include "base/limits.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

TEST_CASE("nesting is limited before the parser sees it") {
  const std::string deep(200'000, '[');
  const auto result = ev::parse_json(deep);
  REQUIRE_FALSE(result);
  CHECK(result.error().message.find("nested deeper") != std::string::npos);
  CHECK(ev::json_depth(R"({"a":"[[[{{","b":[1,{"c":"\"["}]})") == 3);
}

TEST_CASE("malformed JSON is an error with its place") {
  const auto result = ev::parse_json("{\"a\":}", "arguments");
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "arguments: not valid JSON at byte 6");
  CHECK_FALSE(ev::parse_json("1e400"));
  CHECK_FALSE(ev::parse_json(""));
}

TEST_CASE("the lenient parser repairs what E-utilities is known to send") {
  const auto raw_newline =
      ev::parse_json_leniently("{\"ERROR\":\"Exception:\n'retstart'\"}", "esearch");
  REQUIRE(raw_newline);
  CHECK((*raw_newline)["ERROR"] == "Exception: 'retstart'");
  CHECK(ev::parse_json_leniently("\xEF\xBB\xBF{\"a\":\"\xFF\xFE\"}", "esearch"));
  CHECK_FALSE(ev::parse_json_leniently("<html>", "esearch"));
}

TEST_CASE("output never throws and is valid UTF-8") {
  ev::Json value{{"a", "bad \xFF byte"}};
  CHECK(ev::parse_json(ev::dump_json(value)));
  std::string out;
  ev::append_json_string(out, "q\"b\\n\nc\x01 d\xFF");
  const auto back = ev::parse_json(out);
  REQUIRE(back);
  CHECK(back->get<std::string>() == "q\"b\\n\nc\x01 d\xEF\xBF\xBD");
}

TEST_CASE("a text of too many values is refused before it is parsed") {
  for (const std::string_view unit : {"{},", "[],", "1,", "{\"a\":1},", "null,"}) {
    std::string text = "[";
    for (std::size_t i = 0; i <= limits::kJsonValues; ++i) text += unit;
    text += "0]";
    CAPTURE(unit);
    const auto parsed = parse_json(text, "reply");
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().message.find("more than 2000000 values") != std::string::npos);
    CHECK_FALSE(parse_json_leniently(text, "reply"));
  }
  // Commas and brackets of a string are no values.
  CHECK(parse_json("\"" + std::string(limits::kJsonValues + 9, ',') + "\""));
}

TEST_CASE("what is hidden in strings of JSON goes, however it is written") {
  const auto shown = [](std::string_view json) {
    std::string out;
    ev::append_displayable_json(out, json);
    return out;
  };
  const std::string plain = R"({"a\n":["b\"c\\u202e",1.5,null],"é":"α\t"})";
  CHECK(shown(plain) == plain);
  CHECK(shown("{\"a\u200Bb\":\"\u202Ec\xF3\xA0\x81\x81\uFE0F\"}") == R"({"ab":"c"})");
  CHECK(shown(R"("a\u0001\u200b\udb40\udc41\b\f\rb\r\nc")") == R"("ab\r\nc")");
  CHECK(shown("\"one\u2028two\\u2029three\"") == R"("one\ntwo\nthree")");
  CHECK(shown(R"("\u00e9\ud83d\ude00")") == R"("\u00e9\ud83d\ude00")");
  // Cut off: nothing is read beyond the end.
  for (const char* cut : {"\"\\", "\"\\u", "\"\\u20", "\"\\ud83d\\", "\"\\ud83d\\u00"}) shown(cut);
}
