#include "llm/answer_json.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

// The accepted JSON, or the code.
std::string read(std::string_view text) {
  const auto answer = read_answer(text, parse_json(kSchema).value());
  return answer ? *answer : to_string(answer.error().code);
}

const std::string kSame = R"({"count":12,"topic":"asthma"})";

}  // namespace

TEST_CASE("JSON is found in whatever a model wraps it") {
  for (const std::string& text : std::vector<std::string>{
           kGood,
           "\n\n  " + kGood + "  \n",
           "\xEF\xBB\xBF" + kGood,
           "```json\n" + kGood + "\n```",
           "```\n" + kGood + "\n```\n",
           "Here it is:\n```json\n" + kGood + "\n```\nAnything else?",
           "```json\n" + kGood,
           "<think>\nMaybe {\"topic\":\"copd\",\"count\":1}?\n</think>\n\n" + kGood,
           "the schema wants {\"topic\"} I think.</think>" + kGood,
           "<think>a</think><think>b</think>\n```json\n" + kGood + "\n```",
           "Here is the JSON you asked for:\n\n" + kGood + "\n\nLet me know!",
           "A set is written { or {x}. The answer: " + kGood,
           dump_json(Json(kGood)),
           "{\"topic\":\"asthma\",\"count\":12,}",
           "{\"topic\":\"asthma\",\n \"count\":12 , \n}",
           "I first had {\"topic\":7} but now " + kGood,
       }) {
    INFO(text);
    CHECK(read(text) == kSame);
  }
}

TEST_CASE("what is inside strings stays as it is") {
  CHECK(read(R"({"topic":"a,} b","count":1})") == R"({"count":1,"topic":"a,} b"})");
  CHECK(read(R"({"topic":"</think> ``` {","count":1,})") ==
        R"({"count":1,"topic":"</think> ``` {"})");
  CHECK(read(R"(Sure: {"topic":"say \"hi\" }","count":1})") ==
        R"({"count":1,"topic":"say \"hi\" }"})");
  CHECK(read("{\"topic\":\"two\nlines\",\"count\":1}") == R"({"count":1,"topic":"two lines"})");
}

TEST_CASE("an answer that was cut off is not completed, nor are its parts taken for it") {
  CHECK(read(R"({"topic":"asthma","cou)") == "llm_not_json");
  CHECK(read(R"({"outer":{"topic":"asthma","count":12},"more)") == "llm_not_json");
  CHECK(read("<think>Let me see {\"topic\":\"copd\",\"count\":1}") == "llm_not_json");
}

TEST_CASE("no JSON, the wrong JSON, and a refusal are told apart") {
  CHECK(read("") == "llm_not_json");
  CHECK(read("   \n") == "llm_not_json");
  CHECK(read("The study shows a benefit.") == "llm_not_json");
  CHECK(read("null") == "llm_not_json");
  CHECK(read("[1,2]") == "llm_not_json");
  CHECK(read("{\"topic\":1e999,\"count\":1}") == "llm_not_json");
  CHECK(read(std::string(100, '{')) == "llm_not_json");
  CHECK(read(std::string(100'000, '[')) == "llm_not_json");
  CHECK(read("{}") == "llm_schema_violation");
  CHECK(read(R"({"topic":"asthma"})") == "llm_schema_violation");
  CHECK(read("I'm sorry, but I can't help with that.") == "llm_refused");
  CHECK(read("I\u2019m sorry, no.") == "llm_refused");
  CHECK(read("<think>hm</think>I cannot do this.") == "llm_refused");
  CHECK(read("I'm sorry for the delay: " + kGood) == kSame);
}

TEST_CASE("a violation names every problem, of the likeliest object") {
  const auto answer =
      read_answer(R"({"topic":3,"count":"x"} {"y":1})", parse_json(kSchema).value());
  REQUIRE_FALSE(answer);
  REQUIRE(answer.error().problems.size() == 2);
  CHECK(has(answer.error().message, "topic must be string, got 3"));
  CHECK(has(answer.error().message, "count must be integer or null"));
}

}  // namespace ev::llm
