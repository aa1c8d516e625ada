#include "llm/anthropic.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

const ModelEndpoint kAnthropic{
    .url = "https://api.example.org", .model = "m", .api_key = Secret(kTestKey)};

Prompt anthropic_prompt() {
  return {.system = "rules",
          .messages = {{.text = "q"}},
          .schema = R"({"type":"object","properties":{"n":{"type":"integer","minimum":1}}})",
          .max_tokens = 9};
}

Json anthropic_body(const Mode& mode) {
  return parse_json(anthropic_api().plan(kAnthropic, anthropic_prompt(), mode).body).value();
}

Reply anthropic_reply(std::string body) {
  net::HttpResponse response;
  response.status = 200;
  response.body = std::move(body);
  return anthropic_api().parse(kAnthropic, anthropic_prompt(), response);
}

}  // namespace

TEST_CASE("anthropic: headers and a request of each rung") {
  const net::RequestPlan plan = anthropic_api().plan(kAnthropic, anthropic_prompt(), {});
  CHECK(plan.url == "https://api.example.org/v1/messages");
  CHECK(plan.headers.back() == net::Header{"anthropic-version", "2023-06-01"});
  CHECK(plan.secret_headers.front() == net::Header{"x-api-key", kTestKey});
  const Json body = anthropic_body({});
  CHECK(body["system"] == "rules");
  CHECK(body["max_tokens"] == 9);
  // Anthropic refuses bounds in schemas; they are checked here.
  CHECK(body["output_config"]["format"]["schema"]["properties"]["n"] == Json{{"type", "integer"}});
  const Json forced = anthropic_body({.rung = Rung::json_object});
  CHECK(forced["tool_choice"]["name"] == forced["tools"][0]["name"]);
  CHECK_FALSE(forced.contains("output_config"));
  const Json bare = anthropic_body({.rung = Rung::prompt, .temperature = false});
  CHECK_FALSE(bare.contains("tools"));
  CHECK_FALSE(bare.contains("temperature"));
}

TEST_CASE("anthropic: what a reply says") {
  const Reply plain = anthropic_reply(
      R"({"content":[{"type":"thinking","thinking":"{}"},{"type":"text","text":"{\"n\":"},{"type":"text","text":"1}"}],"stop_reason":"end_turn","usage":{"input_tokens":5,"cache_read_input_tokens":7,"cache_creation_input_tokens":1,"output_tokens":3}})");
  CHECK(plain.text == R"({"n":1})");
  CHECK(plain.tokens_in == 13);
  CHECK(plain.tokens_out == 3);
  CHECK(
      anthropic_reply(
          R"({"content":[{"type":"text","text":"so"},{"type":"tool_use","name":"answer","input":{"n":1}}],"stop_reason":"tool_use"})")
          .text == R"({"n":1})");
  CHECK(anthropic_reply(R"({"content":[],"stop_reason":"max_tokens"})").truncated);
  CHECK(anthropic_reply(R"({"content":[],"stop_reason":"refusal"})").error->code ==
        Errc::llm_refused);
  CHECK(anthropic_reply(R"({"content":[],"stop_reason":"model_context_window_exceeded"})")
            .error->code == Errc::llm_context_overflow);
  for (const char* body : {"", "{}", "[]", R"({"content":"text"})", "<html>"}) {
    INFO(body);
    CHECK(anthropic_reply(body).error);
  }
  CHECK(anthropic_reply(R"({"content":[7,null,{"type":"tool_use","input":7}]})").text.empty());
}

}  // namespace ev::llm
