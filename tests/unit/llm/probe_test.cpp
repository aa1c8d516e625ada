#include "llm/probe.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

Result<std::string> probed(const Config& config, const char* service, int status,
                           const char* body) {
  net::HttpResponse response;
  response.status = status;
  response.body = body;
  return read_probe(config, service, response);
}

}  // namespace

TEST_CASE("each API is asked for its models, the embeddings endpoint for a vector") {
  Config config;
  CHECK(plan_probe(config, "llm").error().code == Errc::not_found);
  config.llm_model = "m";
  for (const auto& [api, path] : std::vector<std::pair<std::string, std::string>>{
           {"openai", "/models"}, {"ollama", "/api/tags"}, {"anthropic", "/v1/models"}}) {
    config.llm_api = api;
    config.llm_url = "http://127.0.0.1:9";
    CHECK(plan_probe(config, "llm")->url == "http://127.0.0.1:9" + path);
    CHECK(plan_probe(config, "llm")->body.empty());
  }
  CHECK_FALSE(plan_probe(config, "embeddings"));
  config.embeddings_url = "http://127.0.0.1:9/v1";
  CHECK(plan_probe(config, "embeddings")->url == "http://127.0.0.1:9/v1/embeddings");
}

TEST_CASE("what a probe says") {
  Config config;
  config.llm_api = "openai";
  config.llm_model = "m";
  config.embeddings_url = "http://127.0.0.1:9/v1";
  CHECK(
      has(*probed(config, "llm", 200, R"({"data":[{"id":"x"},{"id":"m"}]})"), "lists the model m"));
  CHECK(
      has(*probed(config, "llm", 200, R"({"models":[{"name":"m:latest"}]})"), "lists the model m"));
  CHECK(has(*probed(config, "llm", 200, R"({"data":[7]})"), "does not list"));
  CHECK(probed(config, "llm", 401, "{}").error().code == Errc::llm_auth);
  CHECK(probed(config, "llm", 200, "<html>").error().code == Errc::llm_unreachable);
  CHECK(probed(config, "llm", 404, "{}").error().code == Errc::llm_unreachable);
  config.llm_api = "anthropic";
  CHECK(has(*probed(config, "llm", 404, "{}"), "no list of models"));
  CHECK(probed(config, "llm", 404, "<html>").error().code == Errc::llm_unreachable);
  CHECK(has(*probed(config, "embeddings", 200, R"({"data":[{"embedding":[1,2,3]}]})"),
            "3 dimensions"));
  CHECK_FALSE(probed(config, "embeddings", 200, R"({"data":[]})"));
}

}  // namespace ev::llm
