#include "mcp/inputs.hpp"

namespace ev::mcp {

const Json* Inputs::find(std::string_view key) const {
  const auto it = later_.find(key);
  return it != later_.end() ? it->second.get() : member(responses_.get(), key);
}

std::string Inputs::form_action(std::string_view key) const {
  const Json* const reply = find(key);
  const std::string* const action = as_string(member(reply, "action"));
  if (action == nullptr) return {};
  if (*action == "decline" || *action == "cancel") return *action;
  return *action == "accept" && is_object(member(reply, "content")) ? *action : std::string();
}

const Json* Inputs::form_field(std::string_view key, std::string_view field) const {
  return form_action(key) == "accept" ? member(member(find(key), "content"), field) : nullptr;
}

std::string Inputs::model_text(std::string_view key) const {
  const Json* const content = member(find(key), "content");
  const auto text_of = [](const Json* block) {
    const std::string* const text = as_string(member(block, "text"));
    return text == nullptr ? std::string() : *text;
  };
  if (is_object(content)) return text_of(content);
  std::string out;
  for (const Json* block : elements(content)) out += text_of(block);
  return out;
}

}  // namespace ev::mcp
