// Ollama's own API: /api/chat and /api/embed; the endpoint's URL has no /v1. Rungs: `format` with
// the schema, `format` "json", none. Ollama cuts prompts beyond its context window without a word,
// so the window is asked for (num_ctx, in powers of two: every change reloads the model) and the
// count of prompt tokens is checked. Pure; see api.hpp.
#pragma once

#include "llm/api.hpp"

namespace ev::llm {

const Api& ollama_api();

net::RequestPlan plan_ollama_embeddings(const ModelEndpoint& endpoint,
                                        std::span<const std::string> texts);
Result<EmbeddingReply> parse_ollama_embeddings(const ModelEndpoint& endpoint, std::size_t asked,
                                               const net::HttpResponse& response);

}  // namespace ev::llm
