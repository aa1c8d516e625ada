#include "llm/ollama.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "llm/reply_json.hpp"

#include <nlohmann/json.hpp>

#include <bit>

namespace ev::llm {

namespace {

constexpr long kSmallestWindow = 8'192;
constexpr long kLargestWindow = 131'072;
// Below it a count may be that of the part that was not cached.
constexpr long kCountedPrompt = 1'000;
constexpr std::size_t kMostCharactersPerToken = 6;

void add_ollama_key(net::RequestPlan& plan, const ModelEndpoint& endpoint) {
  if (!endpoint.api_key.set()) return;  // a proxy's or the cloud's; a local server wants none
  plan.secret_headers.emplace_back("Authorization", "Bearer " + endpoint.api_key.reveal());
}

long window_for(const Prompt& prompt) {
  const long needed = estimated_tokens(prompt) + prompt.max_tokens;
  long window = kSmallestWindow;
  while (window < needed && window < kLargestWindow) window *= 2;
  return window;
}

// Ollama keeps what fits and says nothing; the count of tokens it read gives it away: that of a
// whole context window (a model's own may be smaller than what was asked for), or too few.
bool was_cut(const Prompt& prompt, long tokens_read) {
  if (tokens_read >= window_for(prompt) - 1) return true;
  if (tokens_read < kCountedPrompt) return false;
  if (std::has_single_bit(static_cast<unsigned long>(tokens_read))) return true;
  std::size_t characters = text::code_points(prompt.system);
  for (const Message& message : prompt.messages) characters += text::code_points(message.text);
  const auto least = static_cast<long>(characters / kMostCharactersPerToken);
  return tokens_read < least;
}

std::string ollama_tool_arguments(const Json& message) {
  const Json* calls = array_at(message, "tool_calls");
  if (calls == nullptr || calls->empty()) return {};
  const Json* function = object_at(calls->front(), "function");
  const Json* arguments = function == nullptr ? nullptr : object_at(*function, "arguments");
  return arguments == nullptr ? std::string() : dump_json(*arguments);
}

class Ollama final : public Api {
 public:
  net::RequestPlan plan(const ModelEndpoint& endpoint, const Prompt& prompt,
                        const Mode& mode) const override {
    OrderedJson messages = OrderedJson::array();
    messages.push_back({{"role", "system"}, {"content", prompt.system}});
    for (const Message& message : prompt.messages) {
      messages.push_back(
          {{"role", message.from_model ? "assistant" : "user"}, {"content", message.text}});
    }
    OrderedJson options = {{"num_ctx", window_for(prompt)}, {"num_predict", prompt.max_tokens}};
    if (mode.temperature) options["temperature"] = 0;
    if (mode.seed) options["seed"] = 1;
    OrderedJson body = {{"model", endpoint.model},
                        {"messages", std::move(messages)},
                        {"stream", false},
                        {"options", std::move(options)}};
    if (mode.rung == Rung::json_schema) {
      body["format"] = parse_ordered_json(prompt.schema, "schema").value_or(OrderedJson());
    } else if (mode.rung == Rung::json_object) {
      body["format"] = "json";
    }
    net::RequestPlan out = model_request(endpoint, "/api/chat", dump_json(body));
    add_ollama_key(out, endpoint);
    return out;
  }

  Reply parse(const ModelEndpoint& endpoint, const Prompt& prompt,
              const net::HttpResponse& response) const override {
    if (auto failure = failure_of(response)) return failed_reply(*failure, endpoint);
    const auto document = parse_json_leniently(response.body, "reply");
    const Json* message = document ? object_at(*document, "message") : nullptr;
    if (message == nullptr) {
      return {.error = unreadable(endpoint, response, "a reply without a message")};
    }
    Reply out{.text = text_at(*message, "content")};
    if (text::trim(out.text).empty()) out.text = ollama_tool_arguments(*message);
    out.tokens_in = count_at(*document, "prompt_eval_count");
    out.tokens_out = count_at(*document, "eval_count");
    out.truncated = text_at(*document, "done_reason") == "length";
    if (out.tokens_in > 0 && was_cut(prompt, out.tokens_in)) {
      out.error = context_overflow(endpoint, "the server cut the prompt to the model's context");
    }
    return out;
  }

  net::RequestPlan probe(const ModelEndpoint& endpoint) const override {
    net::RequestPlan out = model_probe(endpoint, "/api/tags");
    add_ollama_key(out, endpoint);
    return out;
  }
};

}  // namespace

const Api& ollama_api() {
  static const Ollama api;
  return api;
}

net::RequestPlan plan_ollama_embeddings(const ModelEndpoint& endpoint,
                                        std::span<const std::string> texts) {
  const OrderedJson body = {{"model", endpoint.model},
                            {"input", std::vector<std::string>(texts.begin(), texts.end())}};
  net::RequestPlan out = model_request(endpoint, "/api/embed", dump_json(body));
  add_ollama_key(out, endpoint);
  return out;
}

Result<EmbeddingReply> parse_ollama_embeddings(const ModelEndpoint& endpoint, std::size_t asked,
                                               const net::HttpResponse& response) {
  if (auto failure = failure_of(response)) return to_error(*failure, endpoint);
  const auto document = parse_json_leniently(response.body, "reply");
  const Json* rows = document ? array_at(*document, "embeddings") : nullptr;
  if (rows == nullptr) return unreadable(endpoint, response, "a reply without embeddings");
  EmbeddingReply out{.tokens = count_at(*document, "prompt_eval_count")};
  for (const Json& row : *rows) {
    std::vector<float> vector = vector_of(row);
    if (!vector.empty()) out.vectors.push_back(std::move(vector));
  }
  if (out.vectors.size() != asked || rows->size() != asked) {
    return unreadable(endpoint, response, wrong_count(asked, out.vectors.size()));
  }
  return out;
}

}  // namespace ev::llm
