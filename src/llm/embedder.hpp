// Vectors for texts from one embeddings endpoint, cached by text. What comes back is checked: one
// finite, non-zero vector per text, all of one dimension, the same as before. Thread rule: any
// worker thread.
#pragma once

#include "base/guarded.hpp"
#include "llm/answer_cache.hpp"
#include "llm/api.hpp"
#include "llm/gateway.hpp"
#include "net/client.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::llm {

enum class EmbeddingStyle { openai, ollama };

class Embedder {
 public:
  // `http` and `clock` are borrowed.
  Embedder(EmbeddingStyle style, ModelEndpoint endpoint, AnswerCache cache, net::Client& http,
           const Clock& clock);

  // upstream_changed when the vectors cannot be used; otherwise errors as in gateway.hpp.
  Result<Embeddings> embed(std::span<const std::string> texts, const Context& ctx, Run& run);
  const ModelEndpoint& endpoint() const { return endpoint_; }

 private:
  using Found = std::map<std::string, std::vector<float>>;
  Found from_cache(std::span<const std::string> texts, Run& run);
  Result<Found> fetch(const std::vector<std::string>& texts, const Context& ctx, Run& run);
  net::RequestPlan plan(std::span<const std::string> texts) const;
  Result<EmbeddingReply> parse(std::size_t asked, const net::HttpResponse& response) const;
  std::size_t known_dimension();
  Result<std::size_t> check(const std::vector<std::vector<float>>& vectors) const;
  Result<void> agree(std::size_t dimension);

  EmbeddingStyle style_;
  ModelEndpoint endpoint_;
  AnswerCache cache_;
  net::Client& http_;
  const Clock& clock_;
  Guarded<std::optional<std::size_t>> dimension_;
};

}  // namespace ev::llm
