#include "mcp/tool_registry.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ev::mcp {

namespace {

constexpr int kListTtlMs = 300'000;

// The cursor that names page `index`; the first page has none.
std::string cursor_of(std::size_t index) {
  return "page-" + std::to_string(index + 1);
}

// One wire line: a raw newline can only stand between JSON tokens, where a space does as well.
void append_one_line(std::string& out, std::string_view json) {
  const std::size_t from = out.size();
  out += text::valid_utf8(json) ? json : text::repair_utf8(json);
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), '\n', ' ');
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), '\r', ' ');
}

Members members_of(const ToolResult& result) {
  Members out;
  out.json.reserve(result.structured.size() + result.text.size() + result.text.size() / 8 + 96);
  out.json = R"("content":[)";
  if (!result.text.empty()) {
    out.json += R"({"type":"text","text":)";
    append_json_string(out.json, result.text);
    out.json += '}';
  }
  out.json += ']';
  if (!result.structured.empty()) {
    out.json += R"(,"structuredContent":)";
    append_one_line(out.json, result.structured);
  }
  if (result.is_error) out.json += R"(,"isError":true)";
  return out;
}

Answer failed_call(const Error& error, std::string_view tag) {
  return members_of(error_result(error, tag));
}

RpcError bad_params(std::string why) {
  return {kInvalidParams, "Invalid params: " + std::move(why)};
}

const Json& no_arguments() {
  static const JsonPtr empty = [] {
    RpcError fault;
    RequestId id;
    return parse_line("{}", fault, id);
  }();
  return *empty;
}

}  // namespace

ToolRegistry::ToolRegistry(std::vector<ToolDef> tools, std::size_t per_page)
    : tools_(std::move(tools)) {
  for (const ToolDef& tool : tools_) {
    if (find(tool.name) != &tool) throw std::logic_error("two tools are named " + tool.name);
  }
  if (per_page == 0) per_page = std::max<std::size_t>(1, tools_.size());
  for (std::size_t at = 0; at < tools_.size() || pages_.empty(); at += per_page) {
    std::string page = R"("tools":[)";
    const std::size_t end = std::min(tools_.size(), at + per_page);
    for (std::size_t i = at; i < end; ++i) {
      if (i != at) page += ',';
      append_one_line(page, tools_[i].definition);
    }
    page += ']';
    if (end < tools_.size()) page += R"(,"nextCursor":")" + cursor_of(pages_.size() + 1) + '"';
    pages_.push_back(std::move(page));
  }
}

const ToolDef* ToolRegistry::find(std::string_view name) const {
  for (const ToolDef& tool : tools_) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

Feature ToolRegistry::feature() const {
  return {
      .capability = R"("tools":{})",
      .methods = {{.name = "tools/list",
                   .serve = [this](const Request& r) { return list(r); },
                   .caching = {.ttl_ms = kListTtlMs}},
                  {.name = "tools/call", .serve = [this](const Request& r) { return call(r); }}}};
}

Outcome ToolRegistry::list(const Request& request) const {
  const Json* const cursor = member(request.params.get(), "cursor");
  if (is_absent(cursor)) return Members{pages_.front()};
  const std::string* const name = as_string(cursor);
  if (name == nullptr) return bad_params("cursor must be a string");
  if (name->empty()) return Members{pages_.front()};
  for (std::size_t i = 1; i < pages_.size(); ++i) {
    if (*name == cursor_of(i)) return Members{pages_[i]};
  }
  return bad_params("unknown cursor; leave it out to start from the first page");
}

Outcome ToolRegistry::call(const Request& request) const {
  const std::string* const name = as_string(member(request.params.get(), "name"));
  if (name == nullptr) return bad_params("name must be a string");
  const ToolDef* const tool = find(*name);
  if (tool == nullptr) return RpcError{kInvalidParams, "Unknown tool: " + *name};
  const Json* arguments = member(request.params.get(), "arguments");
  if (is_absent(arguments)) {
    arguments = &no_arguments();
  } else if (!is_object(arguments)) {
    return bad_params("arguments must be an object");
  }
  // The job keeps the request's tree alive instead of copying the arguments.
  auto run = [tool, keep = request.params, arguments](const CallContext& ctx) -> Answer {
    return members_of(tool->call(*arguments, ctx));
  };
  return Job{.label = tool->name, .run = std::move(run), .fail = failed_call};
}

}  // namespace ev::mcp
