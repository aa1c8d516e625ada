#include "llm/embedder.hpp"

#include "base/log.hpp"
#include "llm/failure.hpp"
#include "llm/ledger.hpp"
#include "llm/ollama.hpp"
#include "llm/openai.hpp"

#include <algorithm>
#include <set>

namespace ev::llm {

namespace {

constexpr std::size_t kTextsPerRequest = 64;
constexpr std::size_t kRequestsAtOnce = 4;

long tokens_in_texts(std::span<const std::string> texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  return static_cast<long>(bytes / 3 + texts.size());
}

bool is_zero(const std::vector<float>& vector) {
  return std::all_of(vector.begin(), vector.end(), [](float x) { return x == 0; });
}

}  // namespace

Embedder::Embedder(EmbeddingStyle style, ModelEndpoint endpoint, AnswerCache cache,
                   net::Client& http, const Clock& clock)
    : style_(style),
      endpoint_(std::move(endpoint)),
      cache_(std::move(cache)),
      http_(http),
      clock_(clock) {}

Result<Embeddings> Embedder::embed(std::span<const std::string> texts, const Context& ctx,
                                   Run& run) {
  Found found = from_cache(texts, run);
  std::set<std::string> wanted(texts.begin(), texts.end());
  wanted.erase("");
  std::vector<std::string> missing;
  for (const std::string& text : wanted) {
    if (found.count(text) == 0) missing.push_back(text);
  }
  EV_TRY(Found fetched, fetch(missing, ctx, run));
  if (!fetched.empty() && !found.empty() &&
      fetched.begin()->second.size() != found.begin()->second.size()) {
    // Kept vectors of another model under the same name.
    std::vector<std::string> again;
    for (const auto& [text, vector] : found) again.push_back(text);
    found.clear();
    EV_TRY(Found renewed, fetch(again, ctx, run));
    fetched.merge(renewed);
  }
  found.merge(fetched);
  Embeddings out{.vectors = {}, .model = endpoint_.model};
  for (const std::string& text : texts) {
    const auto it = found.find(text);
    out.vectors.push_back(it == found.end() ? std::vector<float>() : it->second);
  }
  return out;
}

Embedder::Found Embedder::from_cache(std::span<const std::string> texts, Run& run) {
  Found out;
  std::size_t dimension = known_dimension();
  for (const std::string& text : texts) {
    if (text.empty() || out.count(text) != 0) continue;
    auto vector = cache_.vector(text);
    if (!vector || (dimension != 0 && vector->size() != dimension)) continue;
    dimension = vector->size();
    out.emplace(text, *std::move(vector));
    ++run.usage.from_cache;
  }
  return out;
}

Result<Embedder::Found> Embedder::fetch(const std::vector<std::string>& texts, const Context& ctx,
                                        Run& run) {
  Found out;
  Ledger ledger(run, ctx, clock_);
  const std::span<const std::string> all(texts);
  for (std::size_t from = 0; from < all.size();) {
    EV_CHECK(ledger.check());
    std::vector<std::span<const std::string>> batches;
    std::vector<net::RequestPlan> plans;
    while (from < all.size() && batches.size() < kRequestsAtOnce) {
      const auto batch = all.subspan(from, std::min(kTextsPerRequest, all.size() - from));
      EV_CHECK(ledger.reserve(tokens_in_texts(batch)));
      batches.push_back(batch);
      plans.push_back(plan(batch));
      from += batch.size();
    }
    const auto replies = http_.send_all(plans, ledger.context());
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const long reserved = tokens_in_texts(batches[i]);
      if (!replies[i]) {
        ledger.settle(reserved, 0, 0);
        return ledger.blame(to_error(Error(replies[i].error()), endpoint_));
      }
      auto reply = parse(batches[i].size(), *replies[i]);
      ledger.settle(reserved, !reply ? 0 : reply->tokens > 0 ? reply->tokens : reserved, 0);
      if (!reply) return reply.error();
      EV_TRY(const std::size_t dimension, check(reply->vectors));
      EV_CHECK(agree(dimension));
      for (std::size_t n = 0; n < batches[i].size(); ++n) {
        cache_.keep(batches[i][n], reply->vectors[n]);
        out.emplace(batches[i][n], std::move(reply->vectors[n]));
      }
    }
    ctx.report("embedding texts", static_cast<double>(from), static_cast<double>(all.size()));
  }
  return out;
}

net::RequestPlan Embedder::plan(std::span<const std::string> texts) const {
  return style_ == EmbeddingStyle::ollama ? plan_ollama_embeddings(endpoint_, texts)
                                          : plan_openai_embeddings(endpoint_, texts);
}

Result<EmbeddingReply> Embedder::parse(std::size_t asked, const net::HttpResponse& response) const {
  return style_ == EmbeddingStyle::ollama ? parse_ollama_embeddings(endpoint_, asked, response)
                                          : parse_openai_embeddings(endpoint_, asked, response);
}

// The dimension of vectors that can be used together.
Result<std::size_t> Embedder::check(const std::vector<std::vector<float>>& vectors) const {
  const auto unusable = [&](std::string what) {
    return to_error(Failure{.code = Errc::upstream_changed, .what = std::move(what)}, endpoint_);
  };
  const std::size_t dimension = vectors.front().size();
  for (const std::vector<float>& vector : vectors) {
    if (vector.size() != dimension) return unusable("vectors of different dimensions in one reply");
    if (is_zero(vector)) return unusable("a vector of zeros for a text that is not empty");
  }
  return dimension;
}

std::size_t Embedder::known_dimension() {
  if (const auto known = *dimension_.lock()) return *known;
  const std::size_t kept = cache_.dimension();
  *dimension_.lock() = kept;
  return kept;
}

// The first dimension is remembered. Another one later is an error once: then the new one counts.
Result<void> Embedder::agree(std::size_t dimension) {
  const std::size_t known = known_dimension();
  if (known == dimension) return {};
  *dimension_.lock() = known == 0 ? dimension : 0;
  cache_.keep_dimension(known == 0 ? dimension : 0);
  if (known == 0) return {};
  return to_error(Failure{.code = Errc::upstream_changed,
                          .what = "vectors of " + std::to_string(dimension) +
                                  " dimensions, where the same model gave " +
                                  std::to_string(known) + " before"},
                  endpoint_);
}

}  // namespace ev::llm
