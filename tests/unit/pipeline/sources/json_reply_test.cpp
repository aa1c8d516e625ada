#include "pipeline/sources/json_reply.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/replies.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using net::Verdict;
using sources::judge_json_body;

TEST_CASE("a body is whole JSON, or worth another try") {
  for (const char* whole :
       {"{}", " [1]\n", "{\"a\":\"}\"}", "{\"a\":\"\\\"{\"}", "\xEF\xBB\xBF{}"}) {
    INFO(whole);
    CHECK(judge_json_body(whole).verdict == Verdict::ok);
  }
  // The last ends in a bracket by chance.
  for (const char* broken : {"", " ", "{", "{\"a\":[1,2", "text", "7", "null", "<html></html>",
                             "{\"a\":\"\xFF\"}", "{\"a\":\"x}", "{\"a\":{\"b\":1}", "{}\n{}"}) {
    INFO(broken);
    CHECK(judge_json_body(broken).verdict == Verdict::transient);
  }
  CHECK(judge_json_body(test::kHtmlPage).retry_after_s == 10.0);
}

TEST_CASE("members are read as what they are, or not at all") {
  const Json j = Json::parse(
      R"({"a":{"b":"text","n":3,"f":4.0,"h":4.5,"s":"0042","big":1e300,"huge":18446744073709551615,"neg":-2,"t":true,"z":null,
          "list":["x","",1,null,"y"]}})");
  CHECK(sources::text_at(j, {"a", "b"}) == "text");
  CHECK(sources::text_at(j, {"a", "n"}).empty());
  CHECK(sources::text_at(j, {"a", "b", "c"}).empty());
  CHECK(sources::text_at(j, {"no", "b"}).empty());
  CHECK(sources::whole_at(j, {"a", "n"}) == 3);
  CHECK(sources::whole_at(j, {"a", "f"}) == 4);
  CHECK(sources::whole_at(j, {"a", "s"}) == 42);
  CHECK(sources::whole_at(j, {"a", "neg"}) == -2);
  for (const char* none : {"h", "big", "huge", "b", "t", "z", "list"}) {
    INFO(none);
    CHECK_FALSE(sources::whole_at(j, {"a", none}));
  }
  CHECK(sources::number_at(j, {"a", "h"}) == 4.5);
  CHECK_FALSE(sources::number_at(j, {"a", "s"}));
  CHECK(sources::flag_at(j, {"a", "t"}) == true);
  CHECK_FALSE(sources::flag_at(j, {"a", "n"}));
  CHECK(sources::scalar_at(j, {"a", "n"}) == "3");
  CHECK(sources::scalar_at(j, {"a", "b"}) == "text");
  CHECK(sources::scalar_at(j, {"a", "h"}).empty());
  CHECK(sources::texts_at(j, {"a", "list"}) == std::vector<std::string>{"x", "y"});
  CHECK(sources::texts_at(j, {"a", "b"}).empty());
  CHECK(sources::member_at(j, {"a", "none"}).is_null());
}

TEST_CASE("upstream text is shown on one line") {
  CHECK(sources::one_line("  a\nb\tc ") == "a b c");
  CHECK(sources::one_line("abcdef", 3).size() <= 5);
}
