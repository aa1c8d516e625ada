#include "pipeline/sources/json_fields.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using namespace ev::sources;

TEST_CASE("members are read whatever kind they came as") {
  const Json r = Json::parse(
      R"({"s":"x","n":7,"f":7.0,"h":7.5,"t":" 12 ","z":"12.0","b":true,"y":"Y","no":"No","null":null,
          "big":18446744073709551615,"inf":1e300,"o":{},"a":[1]})");
  CHECK(json_text(r, "s") == "x");
  CHECK(json_text(r, "n") == "7");
  CHECK(json_text(r, "b") == "true");
  CHECK(json_text(r, "null").empty());
  CHECK(json_text(r, "o").empty());
  CHECK(json_text(r, "absent").empty());
  CHECK(json_whole(r, "n") == 7);
  CHECK(json_whole(r, "f") == 7);
  CHECK(json_whole(r, "t") == 12);
  CHECK(json_whole(r, "z") == 12);
  for (const char* name : {"h", "s", "big", "inf", "o", "null", "absent"}) {
    INFO(name);
    CHECK_FALSE(json_whole(r, name));
  }
  CHECK(json_yes(r, "y") == true);
  CHECK(json_yes(r, "no") == false);
  CHECK(json_yes(r, "b") == true);
  CHECK_FALSE(json_yes(r, "s"));
  CHECK(json_member(Json::array(), "s") == nullptr);
}

TEST_CASE("a list may have collapsed to its only item") {
  const Json r = Json::parse(
      R"({"one":{"x":1},"many":[{"x":1},null,{"x":2}],"word":"w","list":{"item":["a","b"]},
          "bare":["a"],"single":{"item":{"x":3}},"odd":"text"})");
  CHECK(json_items(r, "one").size() == 1);
  CHECK(json_items(r, "many").size() == 2);
  CHECK(json_items(r, "word").size() == 1);
  CHECK(json_items(r, "absent").empty());
  CHECK(json_items(r, "list", "item").size() == 2);
  CHECK(json_items(r, "bare", "item").size() == 1);
  CHECK(json_items(r, "single", "item").size() == 1);
  CHECK(json_items(r, "odd", "item").empty());
  CHECK(json_items(Json(3), "list", "item").empty());
}

TEST_CASE("a cut reply is told from a whole one") {
  CHECK(is_whole_json(R"({"a":"}]","b":["\"}"]})"));
  CHECK(is_whole_json("\xEF\xBB\xBF{\"a\":1}\n"));
  // Cut right behind a bracket: the last character alone would not tell.
  CHECK_FALSE(is_whole_json(R"({"list":[{"a":[{"b":1}]})"));
  CHECK_FALSE(is_whole_json(R"({"a":"unfinished)"));
  CHECK_FALSE(is_whole_json(R"({"a":1}{"b":2})"));
  CHECK_FALSE(is_whole_json(""));
  CHECK_FALSE(is_whole_json("<html>"));
}
