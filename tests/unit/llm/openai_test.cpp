#include "llm/openai.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

const ModelEndpoint kEndpoint{
    .url = "http://127.0.0.1:9/v1", .model = "m", .api_key = Secret(kTestKey)};

Prompt openai_prompt() {
  return {.system = "rules",
          .messages = {{.text = "q"}, {.from_model = true, .text = "a"}, {.text = "again"}},
          .schema = kSchema,
          .max_tokens = 77};
}

Json openai_body(const Mode& mode) {
  return parse_json(openai_api().plan(kEndpoint, openai_prompt(), mode).body).value();
}

Reply openai_reply(std::string body) {
  net::HttpResponse response;
  response.status = 200;
  response.body = std::move(body);
  return openai_api().parse(kEndpoint, openai_prompt(), response);
}

}  // namespace

TEST_CASE("openai: a request of each rung") {
  const net::RequestPlan plan = openai_api().plan(kEndpoint, openai_prompt(), {});
  CHECK(plan.url == "http://127.0.0.1:9/v1/chat/completions");
  CHECK(plan.content_type == "application/json");
  CHECK(plan.ttl == net::Ttl(0));
  CHECK(plan.idle_timeout.count() == 0);
  CHECK(plan.tries == 3);
  REQUIRE(plan.secret_headers.size() == 1);
  CHECK(plan.secret_headers[0].second == "Bearer " + kTestKey);
  CHECK_FALSE(has(plan.body, kTestKey));

  const Json body = openai_body({});
  CHECK(body["model"] == "m");
  CHECK(body["max_tokens"] == 77);
  CHECK(body["temperature"] == 0);
  CHECK(body["messages"].size() == 4);
  CHECK(body["messages"][2]["role"] == "assistant");
  CHECK(body["response_format"]["type"] == "json_schema");
  CHECK(body["response_format"]["json_schema"]["strict"] == true);
  CHECK(openai_body({.rung = Rung::json_object})["response_format"] ==
        Json{{"type", "json_object"}});
  CHECK_FALSE(openai_body({.rung = Rung::prompt}).contains("response_format"));
}

TEST_CASE("openai: the schema keeps the order of its members, loose ones are not strict") {
  CHECK(has(openai_api().plan(kEndpoint, openai_prompt(), {}).body, kSchema));
  Prompt loose = openai_prompt();
  loose.schema = R"({"type":"object","properties":{"a":{"type":"string"}}})";
  CHECK(has(openai_api().plan(kEndpoint, loose, {}).body, R"("strict":false)"));
}

TEST_CASE("openai: parameters that were refused are left out") {
  const Json body = openai_body({.temperature = false, .seed = false, .completion_tokens = true});
  CHECK_FALSE(body.contains("temperature"));
  CHECK_FALSE(body.contains("seed"));
  CHECK_FALSE(body.contains("max_tokens"));
  CHECK(body["max_completion_tokens"] == 77);
}

TEST_CASE("openai: without a key no header is sent") {
  const ModelEndpoint keyless{.url = "http://127.0.0.1:9/v1", .model = "m"};
  CHECK(openai_api().plan(keyless, openai_prompt(), {}).secret_headers.empty());
}

TEST_CASE("openai: what a reply says") {
  const Reply plain = openai_reply(styles()[0].answer(kGood));
  CHECK(plain.text == kGood);
  CHECK(plain.tokens_in == 100);
  CHECK(plain.tokens_out == 20);
  CHECK_FALSE(plain.error);
  CHECK(openai_reply(styles()[0].answer("{", "length")).truncated);
  CHECK(openai_reply(styles()[0].refusal()).error->code == Errc::llm_refused);
  CHECK(openai_reply(styles()[0].answer("x", "content_filter")).error->code == Errc::llm_refused);
  const Reply parts = openai_reply(
      R"({"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"},7]}}]})");
  CHECK(parts.text == "ab");
  const Reply tool = openai_reply(
      R"({"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]})");
  CHECK(tool.text == R"({"a":1})");
  const Reply thoughts = openai_reply(
      R"({"choices":[{"message":{"content":"","reasoning_content":"{\"topic\":\"x\",\"count\":1}"}}]})");
  CHECK(thoughts.text.empty());
}

TEST_CASE("openai: replies of other shapes are errors, never crashes") {
  for (const char* body : {"", "{}", "[]", "null", "7", R"({"choices":[]})", R"({"choices":{}})",
                           R"({"choices":[7]})", R"({"choices":[{}]})",
                           R"({"choices":[{"message":7}]})", "<html>", "{\"choices\":[{\"mes"}) {
    INFO(body);
    CHECK(openai_reply(body).error);
  }
  CHECK(openai_reply("<html>").error->code == Errc::llm_unreachable);
  CHECK(openai_reply("{}").error->code == Errc::upstream_changed);
  CHECK_FALSE(
      openai_reply(R"({"choices":[{"message":{"content":7,"tool_calls":[7]}}],"usage":7})").error);
}

TEST_CASE("openai: vectors in the order of their index") {
  const std::vector<std::string> texts = {"a", "b"};
  const net::RequestPlan plan = plan_openai_embeddings(kEndpoint, texts);
  CHECK(plan.url == "http://127.0.0.1:9/v1/embeddings");
  CHECK(plan.body == R"({"model":"m","input":["a","b"]})");
  const auto vectors = [](const char* body) {
    net::HttpResponse response;
    response.status = 200;
    response.body = body;
    return parse_openai_embeddings(kEndpoint, 2, response);
  };
  const auto turned = vectors(
      R"({"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0]}],"usage":{"prompt_tokens":9}})");
  REQUIRE(turned);
  CHECK(turned->vectors == std::vector<std::vector<float>>{{1, 0}, {0, 1}});
  CHECK(turned->tokens == 9);
  CHECK(vectors(R"({"data":[{"embedding":[1]},{"embedding":[2]}]})")->vectors[1] ==
        std::vector<float>{2});
  for (const char* bad :
       {R"({"data":[{"index":0,"embedding":[1]}]})",
        R"({"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]})",
        R"({"data":[{"index":0,"embedding":[1]},{"index":7,"embedding":[2]}]})",
        R"({"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[null]}]})",
        R"({"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":"AAAA"}]})",
        R"({"data":[{"index":0,"embedding":[1e300]},{"index":1,"embedding":[1]}]})",
        R"({"data":[1,2]})", R"({"data":{}})", "[]", ""}) {
    INFO(bad);
    CHECK_FALSE(vectors(bad));
  }
}

}  // namespace ev::llm
