// The gateway to the configured endpoints: completions by EVIDENCE_MCP_LLM_*, vectors by
// EVIDENCE_MCP_EMBEDDINGS_*; either may be missing. An embeddings URL that ends in /v1 speaks
// OpenAI's API, another one Ollama's when EVIDENCE_MCP_LLM_API says ollama, else OpenAI's. The key
// goes to the embeddings endpoint only when it is the same host and port, or the only endpoint.
// Thread rule: any worker thread.
#pragma once

#include "base/clock.hpp"
#include "base/config.hpp"
#include "llm/completer.hpp"
#include "llm/embedder.hpp"
#include "llm/gateway.hpp"
#include "net/cache.hpp"
#include "net/client.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ev::llm {

class EndpointGateway final : public Gateway {
 public:
  // `http`, `cache` (may be null) and `clock` are borrowed.
  EndpointGateway(const Config& config, net::Client& http, net::CacheStore* cache,
                  const Clock& clock);
  bool can_complete() const override { return completer_.has_value(); }
  bool can_embed() const override { return embedder_.has_value(); }
  std::string model() const override;
  using Gateway::complete;
  using Gateway::embed;
  std::vector<Result<Completion>> complete(std::span<const Task> tasks, const Context& ctx,
                                           Run& run) override;
  Result<Embeddings> embed(std::span<const std::string> texts, const Context& ctx,
                           Run& run) override;

 private:
  std::optional<Completer> completer_;
  std::optional<Embedder> embedder_;
};

// The gateway this configuration calls for. The built-in sample gets none: it leaves the process
// for nothing.
std::unique_ptr<Gateway> make_gateway(const Config& config, net::Client& http,
                                      net::CacheStore* cache, const Clock& clock);

// What a configuration says of its endpoints.
ModelEndpoint completions_of(const Config& config);
ModelEndpoint embeddings_of(const Config& config);
EmbeddingStyle embedding_style(const Config& config);

}  // namespace ev::llm
