#include "mcp/tool_registry.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ev::mcp {

namespace {

constexpr int kListTtlMs = 300'000;

// The cursor that names page `index`; the first page has none.
std::string page_cursor(std::size_t index) {
  return "page-" + std::to_string(index + 1);
}

// One wire line: a raw newline can only stand between JSON tokens, where a space does as well.
void append_one_line(std::string& out, std::string_view json) {
  const std::size_t from = out.size();
  out += text::valid_utf8(json) ? json : text::repair_utf8(json);
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), '\n', ' ');
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), '\r', ' ');
}

Members members_of(const ToolResult& result, std::string_view version) {
  Members out;
  out.json.reserve(result.structured.size() + result.text.size() + result.text.size() / 8 + 96);
  out.json = R"("content":[)";
  if (!result.text.empty()) {
    out.json += R"({"type":"text","text":)";
    append_json_string(out.json, result.text);
    out.json += '}';
  }
  const auto append_block = [&](std::string_view block) {
    if (out.json.back() != '[') out.json += ',';
    out.json += block;
  };
  for (const std::string& block : result.blocks) append_block(block);
  for (const ResourceLink& link : result.links) append_block(link_block(link, version));
  out.json += ']';
  if (!result.structured.empty()) {
    out.json += R"(,"structuredContent":)";
    append_one_line(out.json, result.structured);
  }
  if (result.is_error) out.json += R"(,"isError":true)";
  return out;
}

Answer answer_of(ToolResult result, const CallContext& ctx) {
  if (result.fault) return *std::move(result.fault);
  if (!result.asks.empty()) return Asking{std::move(result.asks), std::move(result.state)};
  if (result.later) {
    return Later{[work = std::move(result.later)](const CallContext& later) -> Answer {
      return answer_of(work(later), later);
    }};
  }
  return members_of(result, ctx.version);
}

Answer failed_call(const Error& error, std::string_view tag) {
  return members_of(error_result(error, tag), {});
}

bool knows_tasks(const Request& request) {
  const Json* const meta = member(request.params.get(), "_meta");
  return read_capabilities(member(meta, kCapabilitiesKey)).tasks;
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
    : tools_(std::move(tools)),
      per_page_(per_page != 0 ? per_page : std::max<std::size_t>(1, tools_.size())) {
  for (const ToolDef& tool : tools_) {
    if (find(tool.name) != &tool) throw std::logic_error("two tools are named " + tool.name);
  }
}

const std::vector<std::string>& ToolRegistry::pages() const {
  std::call_once(rendered_, [this] {
    for (std::size_t at = 0; at < tools_.size() || pages_.empty(); at += per_page_) {
      std::string page = R"("tools":[)";
      const std::size_t end = std::min(tools_.size(), at + per_page_);
      for (std::size_t i = at; i < end; ++i) {
        if (i != at) page += ',';
        append_one_line(page, tools_[i].definition());
      }
      page += ']';
      if (end < tools_.size()) page += R"(,"nextCursor":")" + page_cursor(pages_.size() + 1) + '"';
      pages_.push_back(std::move(page));
    }
  });
  return pages_;
}

const ToolDef* ToolRegistry::find(std::string_view name) const {
  for (const ToolDef& tool : tools_) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

bool ToolRegistry::has_long_running() const {
  return std::any_of(tools_.begin(), tools_.end(), [](const ToolDef& tool) {
    return tool.only_as_task || tool.long_running != nullptr;
  });
}

Feature ToolRegistry::feature(bool announces_changes) const {
  return {
      .capability = announces_changes ? R"("tools":{"listChanged":true})" : R"("tools":{})",
      .methods = {{.name = "tools/list",
                   .serve = [this](const Request& r) { return list(r); },
                   .caching = {.ttl_ms = kListTtlMs}},
                  {.name = "tools/call", .serve = [this](const Request& r) { return call(r); }}}};
}

Outcome ToolRegistry::list(const Request& request) const {
  const Json* const cursor = member(request.params.get(), "cursor");
  if (is_absent(cursor)) return Members{pages().front()};
  const std::string* const name = as_string(cursor);
  if (name == nullptr) return bad_params("cursor must be a string");
  if (name->empty()) return Members{pages().front()};
  for (std::size_t i = 1; i < pages().size(); ++i) {
    if (*name == page_cursor(i)) return Members{pages()[i]};
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
  if (tool->only_as_task && request.modern && !knows_tasks(request)) {
    return missing_capability("Tool " + tool->name + " runs only as a task",
                              R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  }
  // The job keeps the request's tree alive instead of copying the arguments.
  std::function<Answer(const CallContext&)> run = [tool, keep = request.params,
                                                   arguments](const CallContext& ctx) -> Answer {
    return answer_of(tool->call(*arguments, ctx), ctx);
  };
  const bool takes_long =
      tool->only_as_task || (tool->long_running && tool->long_running(*arguments));
  if (takes_long) {
    run = [work = std::move(run)](const CallContext&) -> Answer { return Later{work}; };
  }
  return Job{.label = tool->name, .run = std::move(run), .fail = failed_call, .may_ask = true};
}

}  // namespace ev::mcp
