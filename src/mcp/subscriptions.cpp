#include "mcp/subscriptions.hpp"

#include <algorithm>

namespace ev::mcp {

namespace {

// `tag` is the id of a listen request, "" for legacy clients; `more` further members of params.
std::string notification(std::string_view what, std::string_view tag, std::string_view more) {
  std::string out = R"({"jsonrpc":"2.0","method":"notifications/)";
  out += what;
  out += '"';
  if (tag.empty() && more.empty()) return out + "}";
  out += R"(,"params":{)";
  if (!tag.empty()) {
    out += R"("_meta":{"io.modelcontextprotocol/subscriptionId":)";
    out += tag;
    out += more.empty() ? "}" : "},";
  }
  out += more;
  return out + "}}";
}

void append_flag(std::string& out, std::string_view name, bool value) {
  if (!value) return;
  if (out.back() != '{') out += ',';
  append_json_string(out, name);
  out += ":true";
}

std::string honoured_json(const Listen& listen) {
  std::string out = R"("notifications":{)";
  append_flag(out, "toolsListChanged", listen.tools);
  append_flag(out, "promptsListChanged", listen.prompts);
  append_flag(out, "resourcesListChanged", listen.resources);
  if (!listen.uris.empty()) {
    if (out.back() != '{') out += ',';
    out += R"("resourceSubscriptions":[)";
    for (const std::string& uri : listen.uris) {
      if (out.back() != '[') out += ',';
      append_json_string(out, uri);
    }
    out += ']';
  }
  return out + "}";
}

}  // namespace

void Subscriptions::open(const RequestId& id, const Listen& wanted) {
  Listen honoured{.tools = wanted.tools && announced_.tools,
                  .prompts = wanted.prompts && announced_.prompts,
                  .resources = wanted.resources && announced_.resources};
  if (announced_.resource_updates) honoured.uris = wanted.uris;
  auto state = state_.lock();
  out_.send(notification("subscriptions/acknowledged", id, honoured_json(honoured)));
  state->listens[id] = std::move(honoured);
}

void Subscriptions::close(const RequestId& id) {
  state_.lock()->listens.erase(id);
}

void Subscriptions::announce(std::string_view what, bool Listen::*kind, bool announced) {
  if (!announced) return;
  auto state = state_.lock();
  if (state->legacy) out_.send(notification(what, {}, {}));
  for (const auto& [id, listen] : state->listens) {
    if (listen.*kind) out_.send(notification(what, id, {}));
  }
}

void Subscriptions::resource_updated(const std::string& uri) {
  std::string more = R"("uri":)";
  append_json_string(more, uri);
  auto state = state_.lock();
  if (state->legacy && state->uris.count(uri) != 0) {
    out_.send(notification("resources/updated", {}, more));
  }
  for (const auto& [id, listen] : state->listens) {
    const bool wanted = std::find(listen.uris.begin(), listen.uris.end(), uri) != listen.uris.end();
    if (wanted) out_.send(notification("resources/updated", id, more));
  }
}

}  // namespace ev::mcp
