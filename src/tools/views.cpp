#include "tools/views.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>
#include <vector>

namespace ev::tools {

// Generated from views/ at build time.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_views();

namespace {

constexpr std::string_view kDataPlace = "<!--@data@-->";

// In the order in which they build on each other.
constexpr std::array<std::string_view, 8> kScripts = {
    "dom.js", "host.js", "model.js", "record.js", "table.js", "graph.js", "mechanism.js", "app.js"};

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

}  // namespace ev::tools
