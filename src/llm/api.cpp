#include "llm/api.hpp"

#include "llm/anthropic.hpp"
#include "llm/failure.hpp"
#include "llm/ollama.hpp"
#include "llm/openai.hpp"
#include "net/url.hpp"

#include <utility>

namespace ev::llm {

namespace {

constexpr int kModelTries =
    3;  // a stage can do without; five would cost a quarter of a call's time
constexpr std::size_t kReplyBytes = 16u << 20;

// A local server has one accelerator to share.
int concurrency(const ModelEndpoint& endpoint) {
  const auto parts = net::parse_url(endpoint.url);
  return parts && net::is_loopback(parts->host) ? 2 : 4;
}

}  // namespace

bool give_way(Mode& mode, Objection objection) {
  switch (objection) {
    case Objection::none:
      return false;
    case Objection::temperature:
      if (std::exchange(mode.temperature, false)) return true;
      break;
    case Objection::seed:
      if (std::exchange(mode.seed, false)) return true;
      break;
    case Objection::max_tokens:
      if (!std::exchange(mode.completion_tokens, true)) return true;
      break;
    case Objection::format:
      break;
  }
  if (mode.rung == Rung::prompt) return false;
  mode.rung = mode.rung == Rung::json_schema ? Rung::json_object : Rung::prompt;
  return true;
}

const Api* api_named(std::string_view name) {
  if (name == "openai") return &openai_api();
  if (name == "ollama") return &ollama_api();
  if (name == "anthropic") return &anthropic_api();
  return nullptr;
}

net::RequestPlan model_request(const ModelEndpoint& endpoint, std::string_view path,
                               std::string body) {
  net::RequestPlan plan = model_probe(endpoint, path);
  plan.body = std::move(body);
  plan.content_type = "application/json";
  plan.idle_timeout = std::chrono::milliseconds(0);
  return plan;
}

net::RequestPlan model_probe(const ModelEndpoint& endpoint, std::string_view path) {
  net::RequestPlan plan;
  plan.source = kSource;
  plan.policy = {
      .service = kSource, .concurrency = concurrency(endpoint), .key = endpoint.api_key.reveal()};
  plan.url = endpoint.url + std::string(path);
  plan.headers = {{"Accept", "application/json"}};
  plan.classify = classify_reply;
  plan.tries = kModelTries;
  plan.max_body = kReplyBytes;
  return plan;
}

}  // namespace ev::llm
