#include "llm/openai.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "llm/failure.hpp"
#include "llm/json_schema.hpp"
#include "llm/reply_json.hpp"

#include <nlohmann/json.hpp>

namespace ev::llm {

namespace {

void add_openai_key(net::RequestPlan& plan, const ModelEndpoint& endpoint) {
  if (!endpoint.api_key.set()) return;
  plan.secret_headers.emplace_back("Authorization", "Bearer " + endpoint.api_key.reveal());
}

OrderedJson openai_format(const Prompt& prompt, Rung rung) {
  if (rung == Rung::json_object) return {{"type", "json_object"}};
  const bool strict = is_strict(parse_json(prompt.schema, "schema").value_or(Json()));
  return {{"type", "json_schema"},
          {"json_schema",
           {{"name", "answer"},
            {"strict", strict},
            {"schema", parse_ordered_json(prompt.schema, "schema").value_or(OrderedJson())}}}};
}

// A server that answered by calling a tool put the answer into its arguments.
std::string tool_arguments(const Json& message) {
  const Json* calls = array_at(message, "tool_calls");
  if (calls == nullptr || calls->empty()) return {};
  const Json* function = object_at(calls->front(), "function");
  if (function == nullptr) return {};
  const auto arguments = function->find("arguments");
  if (arguments == function->end()) return {};
  return arguments->is_string() ? arguments->get<std::string>() : dump_json(*arguments);
}

class OpenAi final : public Api {
 public:
  net::RequestPlan plan(const ModelEndpoint& endpoint, const Prompt& prompt,
                        const Mode& mode) const override {
    OrderedJson messages = OrderedJson::array();
    messages.push_back({{"role", "system"}, {"content", prompt.system}});
    for (const Message& message : prompt.messages) {
      messages.push_back(
          {{"role", message.from_model ? "assistant" : "user"}, {"content", message.text}});
    }
    OrderedJson body = {{"model", endpoint.model}, {"messages", std::move(messages)}};
    body[mode.completion_tokens ? "max_completion_tokens" : "max_tokens"] = prompt.max_tokens;
    if (mode.temperature) body["temperature"] = 0;
    if (mode.seed) body["seed"] = 1;
    if (mode.rung != Rung::prompt) body["response_format"] = openai_format(prompt, mode.rung);
    net::RequestPlan out = model_request(endpoint, "/chat/completions", dump_json(body));
    add_openai_key(out, endpoint);
    return out;
  }

  Reply parse(const ModelEndpoint& endpoint, const Prompt&,
              const net::HttpResponse& response) const override {
    if (auto failure = failure_of(response)) return failed_reply(*failure, endpoint);
    const auto document = parse_json_leniently(response.body, "reply");
    const Json* choices = document ? array_at(*document, "choices") : nullptr;
    if (choices == nullptr || choices->empty() || !choices->front().is_object()) {
      return {.error = unreadable(endpoint, response, "a reply without choices")};
    }
    const Json& choice = choices->front();
    const Json* message = object_at(choice, "message");
    if (message == nullptr) {
      return {.error = unreadable(endpoint, response, "a reply without a message")};
    }
    Reply out{.text = text_at(*message, "content")};
    if (text::trim(out.text).empty()) out.text = tool_arguments(*message);
    if (const Json* usage = object_at(*document, "usage")) {
      out.tokens_in = count_at(*usage, "prompt_tokens");
      out.tokens_out = count_at(*usage, "completion_tokens");
    }
    const std::string finish = text_at(choice, "finish_reason");
    out.truncated = finish == "length";
    if (finish == "content_filter" || !text::trim(text_at(*message, "refusal")).empty()) {
      out.error = refused(endpoint);
    }
    return out;
  }

  net::RequestPlan probe(const ModelEndpoint& endpoint) const override {
    net::RequestPlan out = model_probe(endpoint, "/models");
    add_openai_key(out, endpoint);
    return out;
  }
};

}  // namespace

const Api& openai_api() {
  static const OpenAi api;
  return api;
}

net::RequestPlan plan_openai_embeddings(const ModelEndpoint& endpoint,
                                        std::span<const std::string> texts) {
  const OrderedJson body = {{"model", endpoint.model},
                            {"input", std::vector<std::string>(texts.begin(), texts.end())}};
  net::RequestPlan out = model_request(endpoint, "/embeddings", dump_json(body));
  add_openai_key(out, endpoint);
  return out;
}

Result<EmbeddingReply> parse_openai_embeddings(const ModelEndpoint& endpoint, std::size_t asked,
                                               const net::HttpResponse& response) {
  if (auto failure = failure_of(response)) return to_error(*failure, endpoint);
  const auto document = parse_json_leniently(response.body, "reply");
  const Json* data = document ? array_at(*document, "data") : nullptr;
  if (data == nullptr) return unreadable(endpoint, response, "a reply without data");
  EmbeddingReply out;
  out.vectors.resize(asked);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < data->size(); ++i) {
    const Json& row = (*data)[i];
    const auto index = row.is_object() ? row.find("index") : row.end();
    const bool numbered = row.is_object() && index != row.end() && index->is_number_unsigned();
    const std::size_t place = numbered ? index->get<std::size_t>() : i;
    const auto embedding = row.is_object() ? row.find("embedding") : row.end();
    if (!row.is_object() || embedding == row.end() || place >= asked) continue;
    std::vector<float> vector = vector_of(*embedding);
    if (vector.empty() || !out.vectors[place].empty()) continue;
    out.vectors[place] = std::move(vector);
    ++filled;
  }
  if (filled != asked || data->size() != asked) {
    return unreadable(endpoint, response, wrong_count(asked, filled));
  }
  if (const Json* usage = object_at(*document, "usage")) {
    out.tokens = count_at(*usage, "prompt_tokens");
  }
  return out;
}

}  // namespace ev::llm
