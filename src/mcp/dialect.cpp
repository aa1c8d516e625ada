#include "mcp/dialect.hpp"

namespace ev::mcp {

namespace {

void append_member(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  if (out.size() > 1) out += ',';
  append_json_string(out, name);
  out += ':';
  append_json_string(out, value);
}

}  // namespace

const Method* Dialect::find(std::string_view method) const {
  for (const Method& row : methods_) {
    if (row.name == method) return &row;
  }
  return nullptr;
}

std::string implementation_json(const ServerOptions& options) {
  std::string out = "{";
  append_member(out, "name", options.name);
  append_member(out, "title", options.title);
  append_member(out, "version", options.version);
  append_member(out, "description", options.description);
  append_member(out, "websiteUrl", options.website_url);
  return out + "}";
}

std::string capabilities_json(const std::vector<Feature>& features) {
  std::string out = "{";
  for (const Feature& feature : features) {
    if (out.size() > 1) out += ',';
    out += feature.capability;
  }
  return out + "}";
}

}  // namespace ev::mcp
