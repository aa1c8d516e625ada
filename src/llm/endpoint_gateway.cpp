#include "llm/endpoint_gateway.hpp"

#include "llm/none_gateway.hpp"
#include "net/url.hpp"

namespace ev::llm {

namespace {

bool same_server(const std::string& a, const std::string& b) {
  const auto left = net::parse_url(a);
  const auto right = net::parse_url(b);
  return left && right && left->scheme == right->scheme && left->host == right->host &&
         left->port == right->port;
}

}  // namespace

ModelEndpoint completions_of(const Config& config) {
  return {.url = config.llm_url, .model = config.llm_model, .api_key = config.llm_api_key};
}

ModelEndpoint embeddings_of(const Config& config) {
  ModelEndpoint out{.url = config.embeddings_url,
                    .model = config.embeddings_model,
                    .settings = "EVIDENCE_MCP_EMBEDDINGS"};
  if (config.llm_api.empty() || same_server(config.llm_url, config.embeddings_url)) {
    out.api_key = config.llm_api_key;
  }
  return out;
}

EmbeddingStyle embedding_style(const Config& config) {
  const bool versioned = config.embeddings_url.size() >= 3 &&
                         config.embeddings_url.substr(config.embeddings_url.size() - 3) == "/v1";
  return !versioned && config.llm_api == "ollama" ? EmbeddingStyle::ollama : EmbeddingStyle::openai;
}

EndpointGateway::EndpointGateway(const Config& config, net::Client& http, net::CacheStore* cache,
                                 const Clock& clock) {
  if (const Api* api = api_named(config.llm_api); api != nullptr) {
    const ModelEndpoint endpoint = completions_of(config);
    completer_.emplace(*api, endpoint,
                       AnswerCache(cache, clock, config.llm_api, endpoint, config.offline), http,
                       clock);
  }
  if (!config.embeddings_url.empty()) {
    const ModelEndpoint endpoint = embeddings_of(config);
    embedder_.emplace(embedding_style(config), endpoint,
                      AnswerCache(cache, clock, "embeddings", endpoint, config.offline), http,
                      clock);
  }
}

std::string EndpointGateway::model() const {
  return completer_ ? completer_->endpoint().model : std::string();
}

std::vector<Result<Completion>> EndpointGateway::complete(std::span<const Task> tasks,
                                                          const Context& ctx, Run& run) {
  if (completer_) return completer_->complete(tasks, ctx, run);
  return std::vector<Result<Completion>>(tasks.size(), no_model_configured());
}

Result<Embeddings> EndpointGateway::embed(std::span<const std::string> texts, const Context& ctx,
                                          Run& run) {
  if (embedder_) return embedder_->embed(texts, ctx, run);
  return no_embeddings_configured();
}

std::unique_ptr<Gateway> make_gateway(const Config& config, net::Client& http,
                                      net::CacheStore* cache, const Clock& clock) {
  if (config.sample) {
    return std::make_unique<NoneGateway>("the built-in sample works without a model");
  }
  if (config.llm_api.empty() && config.embeddings_url.empty()) {
    return std::make_unique<NoneGateway>();
  }
  return std::make_unique<EndpointGateway>(config, http, cache, clock);
}

}  // namespace ev::llm
