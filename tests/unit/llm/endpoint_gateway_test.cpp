#include "llm/endpoint_gateway.hpp"

#include "model_bench.hpp"

namespace ev::llm {

TEST_CASE("the configuration decides which gateway there is") {
  test::FakeClock clock;
  net::Client http({.clock = &clock, .make_engine = [] { return nullptr; }, .offline = true});
  Config config;
  CHECK_FALSE(make_gateway(config, http, nullptr, clock)->can_complete());
  config.llm_api = "ollama";
  config.llm_url = "http://localhost:11434";
  config.llm_model = "small";
  CHECK(make_gateway(config, http, nullptr, clock)->can_complete());
  CHECK(make_gateway(config, http, nullptr, clock)->model() == "small");
  CHECK_FALSE(make_gateway(config, http, nullptr, clock)->can_embed());
  config.sample = true;
  const auto sample = make_gateway(config, http, nullptr, clock);
  CHECK_FALSE(sample->can_complete());
  const Task task = test_task();
  CHECK(has(sample->complete({&task, 1}, Context{}).front().error().message, "sample"));
}

TEST_CASE("an endpoint may be missing on either side") {
  ModelBench bench;
  bench.config.llm_api.clear();
  bench.config.embeddings_url = "http://127.0.0.1:9/v1";
  bench.config.embeddings_model = "e";
  CHECK(bench.gateway().can_embed());
  CHECK_FALSE(bench.gateway().can_complete());
  CHECK(bench.ask().error().code == Errc::llm_unreachable);
  bench.config.llm_api = "openai";
  bench.config.embeddings_url.clear();
  bench.restart();
  const std::string text = "a";
  CHECK(has(bench.gateway().embed({&text, 1}, bench.context()).error().recovery,
            "EVIDENCE_MCP_EMBEDDINGS_MODEL"));
}

TEST_CASE("the embeddings endpoint's API follows its address") {
  Config config;
  config.llm_api = "ollama";
  config.embeddings_url = "http://localhost:11434";
  CHECK(embedding_style(config) == EmbeddingStyle::ollama);
  config.embeddings_url = "http://localhost:11434/v1";
  CHECK(embedding_style(config) == EmbeddingStyle::openai);
  config.llm_api = "anthropic";
  config.embeddings_url = "https://vectors.example.org/api";
  CHECK(embedding_style(config) == EmbeddingStyle::openai);
}

TEST_CASE("the key goes to no other server") {
  Config config;
  config.llm_api = "openai";
  config.llm_url = "https://models.example.org/v1";
  config.llm_api_key = Secret(kTestKey);
  config.embeddings_url = "https://vectors.example.org/v1";
  CHECK_FALSE(embeddings_of(config).api_key.set());
  config.embeddings_url = "https://models.example.org:444/v1";
  CHECK_FALSE(embeddings_of(config).api_key.set());
  config.embeddings_url = "https://models.example.org/vectors";
  CHECK(embeddings_of(config).api_key.set());
  config.llm_api.clear();
  config.embeddings_url = "https://vectors.example.org/v1";
  CHECK(embeddings_of(config).api_key.set());
}

TEST_CASE("offline: kept answers are given, others are errors, nothing is sent") {
  ModelBench bench;
  bench.serve_answers({kGood});
  REQUIRE(bench.ask());
  bench.config.offline = true;
  bench.restart();
  CHECK(bench.ask()->from_cache);
  CHECK(bench.ask(test_task("Another text.")).error().code == Errc::offline);
  CHECK(bench.requests() == 1);
}

}  // namespace ev::llm
