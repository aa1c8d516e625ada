#include "mcp/completion.hpp"

#include <algorithm>
#include <utility>

namespace ev::mcp {

namespace {

Members completion_members(const Completion& completion) {
  const std::size_t shown = std::min(completion.values.size(), kCompletionLimit);
  std::string json = R"("completion":{"values":[)";
  for (std::size_t i = 0; i < shown; ++i) {
    if (i != 0) json += ',';
    append_json_string(json, completion.values[i]);
  }
  json += ']';
  // Nobody has counted the others.
  if (!completion.more) json += R"(,"total":)" + std::to_string(completion.values.size());
  const bool more = completion.more || shown < completion.values.size();
  json += more ? R"(,"hasMore":true})" : R"(,"hasMore":false})";
  return {std::move(json)};
}

const std::string* text_at(const Json* object, std::string_view name) {
  return as_string(member(object, name));
}

}  // namespace

void Completions::add(std::string_view kind, const std::string& name, const std::string& argument,
                      Completer completer) {
  completers_[{std::string(kind), name, argument}] = std::move(completer);
}

Feature Completions::feature() const {
  return {.capability = R"("completions":{})",
          .methods = {{.name = "completion/complete",
                       .serve = [this](const Request& r) { return complete(r); }}},
          .since = "2025-03-26"};
}

Outcome Completions::complete(const Request& request) const {
  const Json* const params = request.params.get();
  const Json* const ref = member(params, "ref");
  const Json* const argument = member(params, "argument");
  const std::string* const kind = text_at(ref, "type");
  const std::string* const name = text_at(argument, "name");
  const std::string* const value = text_at(argument, "value");
  if (kind == nullptr || name == nullptr || value == nullptr) {
    return bad_params("ref.type, argument.name and argument.value must be strings");
  }
  const std::string* const of = text_at(ref, *kind == "ref/prompt" ? "name" : "uri");
  if (of == nullptr)
    return bad_params("ref must be a ref/prompt with a name or a ref/resource with a uri");
  const auto it = completers_.find({*kind, *of, *name});
  if (it == completers_.end()) {
    return bad_params("nothing is known as argument \"" + *name + "\" of " + *of);
  }
  if (!it->second) return completion_members({});
  std::map<std::string, std::string> others;
  const Json* const context = member(member(params, "context"), "arguments");
  for (const auto& [key, completer] : completers_) {
    if (key[0] != *kind || key[1] != *of) continue;
    if (const std::string* const given = text_at(context, key[2])) others[key[2]] = *given;
  }
  auto run = [completer = &it->second, value = *value,
              others = std::move(others)](const CallContext& ctx) -> Answer {
    auto completion = (*completer)(value, others, ctx);
    if (!completion) return fail_as_protocol_error(completion.error(), ctx.tag);
    return completion_members(*completion);
  };
  return Job{.label = "complete", .run = std::move(run), .fail = fail_as_protocol_error};
}

}  // namespace ev::mcp
