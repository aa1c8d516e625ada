#include "mcp/resources.hpp"

#include <utility>

namespace ev::mcp {

namespace {

constexpr int kTemplatesTtlMs = 300'000;

// Template and resource differ in the name of their URI member only.
template <class T>
void append_described(std::string& out, std::string_view uri_member, std::string_view uri,
                      const T& item) {
  out += '{';
  append_text_member(out, uri_member, uri);
  append_text_member(out, "name", item.name);
  append_text_member(out, "title", item.title);
  append_text_member(out, "description", item.description);
  append_text_member(out, "mimeType", item.mime_type);
  out += '}';
}

RpcError resource_not_found(const std::string& uri, bool modern) {
  RpcError error{modern ? kInvalidParams : kResourceNotFound, "Resource not found"};
  error.data = "{";
  append_text_member(error.data, "uri", uri);
  error.data += '}';
  return error;
}

Members page_members(const ResourcePage& page, const Caching& caching) {
  std::string json = R"("resources":[)";
  for (const ResourceInfo& info : page.resources) {
    if (json.back() != '[') json += ',';
    append_described(json, "uri", info.uri, info);
  }
  json += ']';
  append_text_member(json, "nextCursor", page.next_cursor);
  return {.json = std::move(json), .caching = caching};
}

Members read_members(const ResourceRead& read) {
  std::string json = R"("contents":[)";
  for (const ResourceContents& contents : read.contents) {
    if (json.back() != '[') json += ',';
    json += contents_json(contents);
  }
  return {.json = json + "]", .caching = read.caching};
}

// The uri of a subscription request.
const std::string* uri_of(const Request& request) {
  return as_string(member(request.params.get(), "uri"));
}

std::string resources_capability(const Announced& announced) {
  std::string out = R"("resources":{)";
  if (announced.resource_updates) out += R"("subscribe":true)";
  if (announced.resources) {
    out += announced.resource_updates ? R"(,"listChanged":true)" : R"("listChanged":true)";
  }
  return out + "}";
}

}  // namespace

ResourceRegistry::ResourceRegistry(Resources resources, Announced announced)
    : resources_(std::move(resources)), announced_(announced) {
  templates_ = R"("resourceTemplates":[)";
  for (const ResourceTemplate& item : resources_.templates) {
    if (templates_.back() != '[') templates_ += ',';
    append_described(templates_, "uriTemplate", item.uri_template, item);
  }
  templates_ += ']';
}

Feature ResourceRegistry::feature(Subscriptions& subscriptions) const {
  Feature out{
      .capability = resources_capability(announced_),
      .methods = {{.name = "resources/list", .serve = [this](const Request& r) { return list(r); }},
                  {.name = "resources/templates/list",
                   .serve = [this](const Request& r) { return list_templates(r); },
                   .caching = {.ttl_ms = kTemplatesTtlMs}},
                  {.name = "resources/read",
                   .serve = [this](const Request& r) { return read(r); }}},
      .extension = resources_.extension};
  if (!announced_.resource_updates) return out;
  out.methods.push_back({.name = "resources/subscribe",
                         .serve = [&subscriptions](const Request& request) -> Outcome {
                           const std::string* const uri = uri_of(request);
                           if (uri == nullptr) return bad_params("uri must be a string");
                           subscriptions.subscribe(*uri);
                           return Members{};
                         },
                         .eras = Eras::legacy});
  out.methods.push_back({.name = "resources/unsubscribe",
                         .serve = [&subscriptions](const Request& request) -> Outcome {
                           const std::string* const uri = uri_of(request);
                           if (uri == nullptr) return bad_params("uri must be a string");
                           subscriptions.unsubscribe(*uri);
                           return Members{};
                         },
                         .eras = Eras::legacy});
  return out;
}

void ResourceRegistry::add_completions(Completions& completions) const {
  for (const ResourceTemplate& item : resources_.templates) {
    for (const auto& [variable, completer] : item.variables) {
      completions.add("ref/resource", item.uri_template, variable, completer);
    }
  }
}

Outcome ResourceRegistry::list(const Request& request) const {
  const auto cursor = cursor_of(request);
  if (!cursor) return bad_params("cursor must be a string");
  auto run = [this, cursor = *cursor](const CallContext& ctx) -> Answer {
    auto page = resources_.list(cursor, ctx);
    if (!page) return fail_as_protocol_error(page.error(), ctx.tag);
    return page_members(*page, resources_.list_caching);
  };
  return Job{.label = "resources/list", .run = std::move(run), .fail = fail_as_protocol_error};
}

Outcome ResourceRegistry::list_templates(const Request& request) const {
  const auto cursor = cursor_of(request);
  if (!cursor || !cursor->empty()) {
    return bad_params("unknown cursor; leave it out to start from the first page");
  }
  return Members{templates_};
}

Outcome ResourceRegistry::read(const Request& request) const {
  const std::string* const uri = uri_of(request);
  if (uri == nullptr) return bad_params("uri must be a string");
  auto run = [this, uri = *uri](const CallContext& ctx) -> Answer {
    auto read = resources_.read(uri, ctx);
    if (read) return read_members(*read);
    const Errc code = read.error().code;
    if (code == Errc::not_found || code == Errc::unknown_result_set) {
      return resource_not_found(uri, ctx.modern);
    }
    return fail_as_protocol_error(read.error(), ctx.tag);
  };
  return Job{.label = "resources/read",
             .run = std::move(run),
             .fail = fail_as_protocol_error,
             .may_ask = true};
}

}  // namespace ev::mcp
