#include "tools/views.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ev::tools {

// Generated from views/ at build time.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_views();

namespace {

constexpr std::string_view kDataPlace = "<!--@data@-->";

// In the order in which they build on each other.
constexpr std::array<std::string_view, 9> kScripts = {"dom.js",       "host.js",      "model.js",
                                                      "record.js",    "table.js",     "graph.js",
                                                      "mechanism.js", "synthesis.js", "app.js"};

std::string_view view_part(std::string_view name) {
  for (const auto& [file, content] : embedded_views()) {
    if (file == name) return content;
  }
  return {};  // the build lists the files: a test holds that none is missing
}

void put(std::string& page, std::string_view place, std::string_view content) {
  if (const std::size_t at = page.find(place); at != std::string::npos)
    page.replace(at, place.size(), content);
}

std::string assembled_view() {
  std::string script = "(() => {\n'use strict';\n";
  for (const std::string_view name : kScripts) script += view_part(name);
  script += "})();\n";
  std::string page(view_part("evidence.html"));
  put(page, "/*@style@*/", view_part("evidence.css"));
  put(page, "/*@script@*/", script);
  return page;
}

const std::string& whole_view() {
  static const std::string page = assembled_view();
  return page;
}

// JSON inside a script block: "<" could begin "</script" or "<!--", so it is written as an escape.
std::string block_safe(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

// Where a reader looks at results. The page also reads the answers of the steps between (model.js),
// but a host that drew it for every step of a pipeline would only be noisy.
constexpr std::array<std::string_view, 7> kShown = {
    "search_evidence", "pubmed_search", "pubmed_filter_rank", "generate_hypotheses",
    "test_hypothesis", "run_research",  "synthesize_evidence"};

constexpr int kKeptMs = 3'600'000;

mcp::ResourceInfo view_info() {
  return {
      .uri = std::string(kEvidenceViewUri),
      .name = "evidence-view",
      .title = "Evidence view",
      .description =
          "Interactive table of ranked evidence and mechanism graph, for hosts that show MCP Apps",
      .mime_type = std::string(kViewMimeType)};
}

mcp::ResourceRead read_view() {
  // No origin is named: the page needs none.
  return {
      .contents =
          {{.uri = std::string(kEvidenceViewUri),
            .mime_type = std::string(kViewMimeType),
            .text = std::string(evidence_view()),
            .meta =
                R"({"ui":{"csp":{"connectDomains":[],"resourceDomains":[]},"prefersBorder":true}})"}},
      .caching = {.ttl_ms = kKeptMs, .scope = "public"}};
}

}  // namespace

std::string_view evidence_view() {
  return whole_view();
}

std::string evidence_page(const Json& document) {
  std::string page = whole_view();
  put(page, kDataPlace,
      "<script type=\"application/json\" id=\"evidence-data\">" + block_safe(dump_json(document)) +
          "</script>");
  return page;
}

mcp::Resources with_evidence_view(mcp::Resources others) {
  auto list = std::move(others.list);
  auto read = std::move(others.read);
  others.extension = R"("io.modelcontextprotocol/ui":{})";
  others.list = [list](const std::string& cursor, const Context& ctx) -> Result<mcp::ResourcePage> {
    mcp::ResourcePage page;
    if (list) {
      EV_TRY(page, list(cursor, ctx));
    } else if (!cursor.empty()) {
      return Error{
          .code = Errc::invalid_argument, .message = "there is one page", .path = "cursor"};
    }
    if (cursor.empty()) page.resources.insert(page.resources.begin(), view_info());
    return page;
  };
  others.read = [read](const std::string& uri,
                       const mcp::CallContext& ctx) -> Result<mcp::ResourceRead> {
    if (uri == kEvidenceViewUri) return read_view();
    if (read) return read(uri, ctx);
    return Error{.code = Errc::not_found, .message = "no such resource"};
  };
  return others;
}

std::string view_meta(std::string_view tool) {
  if (std::find(kShown.begin(), kShown.end(), tool) == kShown.end()) return {};
  return R"({"ui":{"resourceUri":")" + std::string(kEvidenceViewUri) + R"("}})";
}

}  // namespace ev::tools
