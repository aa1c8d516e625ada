#include "llm/probe.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "llm/endpoint_gateway.hpp"
#include "llm/failure.hpp"
#include "llm/ollama.hpp"
#include "llm/openai.hpp"
#include "llm/reply_json.hpp"

#include <nlohmann/json.hpp>

namespace ev::llm {

namespace {

Error no_such_endpoint(std::string_view service) {
  return Error{.code = Errc::not_found, .message = std::string(service) + " is not configured"};
}

// Ollama's "m" is "m:latest".
bool names_model(const Json& entry, const std::string& model) {
  for (const char* member : {"id", "name", "model"}) {
    const std::string name = text_at(entry, member);
    if (name == model || name == model + ":latest") return true;
  }
  return false;
}

Result<std::string> read_model_list(const ModelEndpoint& endpoint,
                                    const net::HttpResponse& response) {
  const auto document = parse_json_leniently(response.body, "reply");
  const Json* list = document ? array_at(*document, "data") : nullptr;
  if (list == nullptr && document) list = array_at(*document, "models");
  if (list == nullptr) return unreadable(endpoint, response, "a reply without a list of models");
  const std::string model = text::ellipsize(endpoint.model, 60);
  for (const Json& entry : *list) {
    if (names_model(entry, endpoint.model)) return "answers, and lists the model " + model;
  }
  return "answers, but does not list the model " + model;
}

}  // namespace

Result<net::RequestPlan> plan_probe(const Config& config, std::string_view service) {
  if (service == "llm") {
    const Api* api = api_named(config.llm_api);
    if (api == nullptr) return no_such_endpoint(service);
    return api->probe(completions_of(config));
  }
  if (service != "embeddings" || config.embeddings_url.empty()) return no_such_endpoint(service);
  const std::string word = "test";
  const ModelEndpoint endpoint = embeddings_of(config);
  return embedding_style(config) == EmbeddingStyle::ollama
             ? plan_ollama_embeddings(endpoint, {&word, 1})
             : plan_openai_embeddings(endpoint, {&word, 1});
}

Result<std::string> read_probe(const Config& config, std::string_view service,
                               const net::HttpResponse& response) {
  const bool completions = service == "llm";
  const ModelEndpoint endpoint = completions ? completions_of(config) : embeddings_of(config);
  // Servers that imitate Anthropic's messages need not have its list of models.
  const bool json = text::trim(response.body).substr(0, 1) == "{";
  if (completions && config.llm_api == "anthropic" && response.status == 404 && json) {
    return std::string("answers, but has no list of models to look into");
  }
  if (const auto failure = failure_of(response)) return to_error(*failure, endpoint);
  if (completions) return read_model_list(endpoint, response);
  EV_TRY(const EmbeddingReply reply, embedding_style(config) == EmbeddingStyle::ollama
                                         ? parse_ollama_embeddings(endpoint, 1, response)
                                         : parse_openai_embeddings(endpoint, 1, response));
  return "answers with vectors of " + std::to_string(reply.vectors.front().size()) + " dimensions";
}

}  // namespace ev::llm
