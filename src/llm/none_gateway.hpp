// The gateway when no endpoint is configured, and the sentence that says so; stages fall back to
// their rules. Thread rule: any thread.
#pragma once

#include "llm/gateway.hpp"

namespace ev::llm {

// llm_unreachable, with the variables to set.
Error no_model_configured();
Error no_embeddings_configured();

class NoneGateway final : public Gateway {
 public:
  // `why` replaces "no model endpoint is configured" where that is not the reason.
  explicit NoneGateway(std::string why = {}) : why_(std::move(why)) {}
  bool can_complete() const override { return false; }
  bool can_embed() const override { return false; }
  std::string model() const override { return {}; }
  using Gateway::complete;
  using Gateway::embed;
  std::vector<Result<Completion>> complete(std::span<const Task> tasks, const Context& ctx,
                                           Run& run) override;
  Result<Embeddings> embed(std::span<const std::string> texts, const Context& ctx,
                           Run& run) override;

 private:
  std::string why_;
};

}  // namespace ev::llm
