#include "mcp/prompts.hpp"

#include <stdexcept>
#include <utility>

namespace ev::mcp {

namespace {

constexpr int kPromptsTtlMs = 300'000;

void append_prompt(std::string& out, const Prompt& prompt) {
  out += '{';
  append_text_member(out, "name", prompt.name);
  append_text_member(out, "title", prompt.title);
  append_text_member(out, "description", prompt.description);
  if (!prompt.arguments.empty()) {
    out += R"(,"arguments":[)";
    for (const PromptArgument& argument : prompt.arguments) {
      if (out.back() != '[') out += ',';
      out += '{';
      append_text_member(out, "name", argument.name);
      append_text_member(out, "title", argument.title);
      append_text_member(out, "description", argument.description);
      out += argument.required ? R"(,"required":true})" : R"(,"required":false})";
    }
    out += ']';
  }
  out += '}';
}

Members messages_members(const Prompt& prompt, const PromptText& text) {
  std::string json = "{";
  append_text_member(json, "description", prompt.description);
  json.erase(0, 1);
  json += R"(,"messages":[)";
  for (const PromptMessage& message : text.messages) {
    if (json.back() != '[') json += ',';
    json += R"({"role":")" + message.role + R"(","content":)" + message.content + "}";
  }
  return {json + "]"};
}

}  // namespace

PromptRegistry::PromptRegistry(std::vector<Prompt> prompts) : prompts_(std::move(prompts)) {
  page_ = R"("prompts":[)";
  for (const Prompt& prompt : prompts_) {
    if (find(prompt.name) != &prompt)
      throw std::logic_error("two prompts are named " + prompt.name);
    if (page_.back() != '[') page_ += ',';
    append_prompt(page_, prompt);
  }
  page_ += ']';
}

const Prompt* PromptRegistry::find(std::string_view name) const {
  for (const Prompt& prompt : prompts_) {
    if (prompt.name == name) return &prompt;
  }
  return nullptr;
}

Feature PromptRegistry::feature(bool announces_changes) const {
  return {
      .capability = announces_changes ? R"("prompts":{"listChanged":true})" : R"("prompts":{})",
      .methods = {{.name = "prompts/list",
                   .serve = [this](const Request& r) { return list(r); },
                   .caching = {.ttl_ms = kPromptsTtlMs}},
                  {.name = "prompts/get", .serve = [this](const Request& r) { return get(r); }}}};
}

void PromptRegistry::add_completions(Completions& completions) const {
  for (const Prompt& prompt : prompts_) {
    for (const PromptArgument& argument : prompt.arguments) {
      completions.add("ref/prompt", prompt.name, argument.name, argument.completer);
    }
  }
}

Outcome PromptRegistry::list(const Request& request) const {
  const auto cursor = cursor_of(request);
  if (!cursor || !cursor->empty()) {
    return bad_params("unknown cursor; leave it out to start from the first page");
  }
  return Members{page_};
}

Outcome PromptRegistry::get(const Request& request) const {
  const std::string* const name = as_string(member(request.params.get(), "name"));
  if (name == nullptr) return bad_params("name must be a string");
  const Prompt* const prompt = find(*name);
  if (prompt == nullptr) return RpcError{kInvalidParams, "Unknown prompt: " + *name};
  const Json* const given = member(request.params.get(), "arguments");
  if (!is_absent(given) && !is_object(given)) return bad_params("arguments must be an object");
  PromptArguments arguments;
  for (const PromptArgument& argument : prompt->arguments) {
    const Json* const value = member(given, argument.name);
    const std::string* const text = as_string(value);
    if (text == nullptr && !is_absent(value)) {
      return bad_params("argument \"" + argument.name + "\" must be a string");
    }
    if (text != nullptr && !text->empty()) {
      arguments[argument.name] = *text;
    } else if (argument.required) {
      return bad_params("argument \"" + argument.name + "\" is required");
    }
  }
  auto run = [prompt, arguments = std::move(arguments)](const CallContext& ctx) -> Answer {
    auto text = prompt->get(arguments, ctx);
    if (!text) return fail_as_protocol_error(text.error(), ctx.tag);
    if (!text->asks.empty()) return Asking{std::move(text->asks), std::move(text->state)};
    return messages_members(*prompt, *text);
  };
  return Job{.label = prompt->name,
             .run = std::move(run),
             .fail = fail_as_protocol_error,
             .may_ask = true};
}

}  // namespace ev::mcp
