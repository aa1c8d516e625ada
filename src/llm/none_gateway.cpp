#include "llm/none_gateway.hpp"

#include "llm/api.hpp"

namespace ev::llm {

Error no_model_configured() {
  return Error{.code = Errc::llm_unreachable,
               .message = "no model endpoint is configured",
               .source = kSource,
               .recovery =
                   "use engine rules or host, or set EVIDENCE_MCP_LLM_API (openai, ollama "
                   "or anthropic) and EVIDENCE_MCP_LLM_MODEL, and EVIDENCE_MCP_LLM_URL and "
                   "EVIDENCE_MCP_LLM_API_KEY where the server needs them"};
}

Error no_embeddings_configured() {
  return Error{.code = Errc::llm_unreachable,
               .message = "no embeddings endpoint is configured",
               .source = kSource,
               .recovery =
                   "set EVIDENCE_MCP_EMBEDDINGS_URL and EVIDENCE_MCP_EMBEDDINGS_MODEL, or "
                   "go without: texts are then compared by their words"};
}

std::vector<Result<Completion>> NoneGateway::complete(std::span<const Task> tasks, const Context&,
                                                      Run&) {
  Error error = no_model_configured();
  if (!why_.empty()) error.message = why_;
  return std::vector<Result<Completion>>(tasks.size(), error);
}

Result<Embeddings> NoneGateway::embed(std::span<const std::string>, const Context&, Run&) {
  Error error = no_embeddings_configured();
  if (!why_.empty()) error.message = why_;
  return error;
}

}  // namespace ev::llm
