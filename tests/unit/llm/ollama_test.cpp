#include "llm/ollama.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

const ModelEndpoint kOllama{.url = "http://127.0.0.1:9", .model = "m"};

Prompt ollama_prompt(std::size_t length = 10) {
  return {.system = "rules",
          .messages = {{.text = std::string(length, 'x')}},
          .schema = kSchema,
          .max_tokens = 100};
}

Json ollama_body(const Mode& mode, std::size_t length = 10) {
  return parse_json(ollama_api().plan(kOllama, ollama_prompt(length), mode).body).value();
}

Reply ollama_reply(const std::string& body, std::size_t length = 10) {
  net::HttpResponse response;
  response.status = 200;
  response.body = body;
  return ollama_api().parse(kOllama, ollama_prompt(length), response);
}

Reply counted(long tokens, std::size_t length) {
  return ollama_reply(
      R"({"message":{"content":"{}"},"prompt_eval_count":)" + std::to_string(tokens) + "}", length);
}

}  // namespace

TEST_CASE("ollama: a request of each rung, never streamed") {
  CHECK(ollama_api().plan(kOllama, ollama_prompt(), {}).url == "http://127.0.0.1:9/api/chat");
  const Json body = ollama_body({});
  CHECK(body["stream"] == false);
  CHECK(body["format"] == parse_json(kSchema).value());
  CHECK(body["options"]["num_predict"] == 100);
  CHECK(ollama_body({.rung = Rung::json_object})["format"] == "json");
  CHECK_FALSE(ollama_body({.rung = Rung::prompt}).contains("format"));
  CHECK_FALSE(ollama_body({.temperature = false})["options"].contains("temperature"));
}

TEST_CASE("ollama: the context window is asked for in powers of two") {
  CHECK(ollama_body({})["options"]["num_ctx"] == 8192);
  CHECK(ollama_body({}, 30'000)["options"]["num_ctx"] == 16'384);
  CHECK(ollama_body({}, 9'000'000)["options"]["num_ctx"] == 131'072);
}

TEST_CASE("ollama: a prompt that the server cut is an error, not an answer") {
  CHECK_FALSE(counted(2'500, 10'000).error);
  CHECK(counted(8'192, 10'000).error->code == Errc::llm_context_overflow);
  CHECK(counted(4'096, 20'000).error->code ==
        Errc::llm_context_overflow);  // the model's own window
  CHECK(counted(1'500, 20'000).error->code == Errc::llm_context_overflow);
  CHECK_FALSE(counted(40, 20'000).error);  // most of it was in the server's cache
}

TEST_CASE("ollama: what a reply says") {
  const Reply plain = ollama_reply(styles()[1].answer(kGood));
  CHECK(plain.text == kGood);
  CHECK(plain.tokens_in == 100);
  CHECK(plain.tokens_out == 20);
  CHECK(ollama_reply(styles()[1].answer("{", "length")).truncated);
  CHECK(ollama_reply(
            R"({"message":{"content":"","tool_calls":[{"function":{"arguments":{"a":1}}}]}})")
            .text == R"({"a":1})");
  CHECK(ollama_reply(R"({"message":{"content":"","thinking":"{\"a\":1}"}})").text.empty());
  for (const char* body : {"", "{}", "[]", R"({"message":7})", "404 page not found",
                           "{\"message\":{\"content\":\"a\"},\"done\":false}\n{\"done\":true}"}) {
    INFO(body);
    CHECK(ollama_reply(body).error);
  }
}

TEST_CASE("ollama: vectors") {
  const std::vector<std::string> texts = {"a", "b"};
  CHECK(plan_ollama_embeddings(kOllama, texts).url == "http://127.0.0.1:9/api/embed");
  const auto vectors = [](const char* body) {
    net::HttpResponse response;
    response.status = 200;
    response.body = body;
    return parse_ollama_embeddings(kOllama, 2, response);
  };
  CHECK(vectors(R"({"embeddings":[[1,0],[0,1]],"prompt_eval_count":4})")->tokens == 4);
  for (const char* bad : {R"({"embeddings":[[1,0]]})", R"({"embeddings":[[1,0],[]]})",
                          R"({"embeddings":[[1,0],["a"]]})", R"({"embeddings":7})", "{}", "x",
                          R"({"embeddings":[[1],[2],[3]]})"}) {
    INFO(bad);
    CHECK_FALSE(vectors(bad));
  }
}

}  // namespace ev::llm
