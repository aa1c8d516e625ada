#include "llm/anthropic.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "llm/json_schema.hpp"
#include "llm/reply_json.hpp"

#include <nlohmann/json.hpp>

namespace ev::llm {

namespace {

constexpr const char* kToolName = "answer";

void add_anthropic_headers(net::RequestPlan& plan, const ModelEndpoint& endpoint) {
  plan.headers.emplace_back("anthropic-version", "2023-06-01");
  if (endpoint.api_key.set()) {
    plan.secret_headers.emplace_back("x-api-key", endpoint.api_key.reveal());
  }
}

void add_format(OrderedJson& body, const Prompt& prompt, Rung rung) {
  if (rung == Rung::prompt) return;
  const OrderedJson schema =
      without_bounds(parse_ordered_json(prompt.schema, "schema").value_or(OrderedJson()));
  if (rung == Rung::json_schema) {
    body["output_config"] = {{"format", {{"type", "json_schema"}, {"schema", schema}}}};
    return;
  }
  body["tools"] = OrderedJson::array({{{"name", kToolName},
                                       {"description", "Takes the JSON object of the answer."},
                                       {"input_schema", schema}}});
  body["tool_choice"] = {{"type", "tool"}, {"name", kToolName}};
}

// Text blocks joined; the input of a tool call instead, where there is one.
std::string answer_in(const Json& content) {
  std::string out;
  for (const Json& block : content) {
    const std::string type = text_at(block, "type");
    if (type == "tool_use") {
      if (const Json* input = object_at(block, "input")) return dump_json(*input);
    }
    if (type == "text") out += text_at(block, "text");
  }
  return out;
}

class Anthropic final : public Api {
 public:
  net::RequestPlan plan(const ModelEndpoint& endpoint, const Prompt& prompt,
                        const Mode& mode) const override {
    OrderedJson messages = OrderedJson::array();
    for (const Message& message : prompt.messages) {
      messages.push_back(
          {{"role", message.from_model ? "assistant" : "user"}, {"content", message.text}});
    }
    OrderedJson body = {{"model", endpoint.model},
                        {"max_tokens", prompt.max_tokens},
                        {"system", prompt.system},
                        {"messages", std::move(messages)}};
    if (mode.temperature) body["temperature"] = 0;
    add_format(body, prompt, mode.rung);
    net::RequestPlan out = model_request(endpoint, "/v1/messages", dump_json(body));
    add_anthropic_headers(out, endpoint);
    return out;
  }

  Reply parse(const ModelEndpoint& endpoint, const Prompt&,
              const net::HttpResponse& response) const override {
    if (auto failure = failure_of(response)) return failed_reply(*failure, endpoint);
    const auto document = parse_json_leniently(response.body, "reply");
    const Json* content = document ? array_at(*document, "content") : nullptr;
    if (content == nullptr) {
      return {.error = unreadable(endpoint, response, "a reply without content")};
    }
    Reply out{.text = answer_in(*content)};
    if (const Json* usage = object_at(*document, "usage")) {
      out.tokens_in = count_at(*usage, "input_tokens") +
                      count_at(*usage, "cache_creation_input_tokens") +
                      count_at(*usage, "cache_read_input_tokens");
      out.tokens_out = count_at(*usage, "output_tokens");
    }
    const std::string stop = text_at(*document, "stop_reason");
    out.truncated = stop == "max_tokens";
    if (stop == "refusal") out.error = refused(endpoint);
    if (stop == "model_context_window_exceeded") {
      out.error = context_overflow(endpoint, "the answer ran out of the model's context window");
    }
    return out;
  }

  net::RequestPlan probe(const ModelEndpoint& endpoint) const override {
    net::RequestPlan out = model_probe(endpoint, "/v1/models");
    add_anthropic_headers(out, endpoint);
    return out;
  }
};

}  // namespace

const Api& anthropic_api() {
  static const Anthropic api;
  return api;
}

}  // namespace ev::llm
