// OpenAI's chat completions and embeddings as OpenAI, LM Studio, llama.cpp, vLLM, OpenRouter and
// Ollama's /v1 speak them. The endpoint's URL ends in /v1. Rungs: response_format json_schema
// (strict where the schema allows it), json_object, none. Pure; see api.hpp.
#pragma once

#include "llm/api.hpp"

namespace ev::llm {

const Api& openai_api();

net::RequestPlan plan_openai_embeddings(const ModelEndpoint& endpoint,
                                        std::span<const std::string> texts);
// Vectors are put in the order of their `index`; upstream_changed for a wrong number of them.
Result<EmbeddingReply> parse_openai_embeddings(const ModelEndpoint& endpoint, std::size_t asked,
                                               const net::HttpResponse& response);

}  // namespace ev::llm
