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

bool belongs(Eras eras, Eras era) {
  return eras == Eras::both || eras == era;
}

}  // namespace

void Dialect::add_methods(const std::vector<Feature>& features, Eras era) {
  for (const Feature& feature : features) {
    for (const Method& method : feature.methods) {
      if (belongs(feature.eras, era) && belongs(method.eras, era)) methods_.push_back(method);
    }
  }
}

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

std::string capabilities_json(const std::vector<Feature>& features, Eras era,
                              std::string_view version) {
  std::string out = "{";
  std::string extensions;
  for (const Feature& feature : features) {
    // Versions are dates, so they compare as text.
    if (!belongs(feature.eras, era) || version < feature.since) continue;
    if (!feature.extension.empty()) {
      extensions += (extensions.empty() ? "" : ",") + feature.extension;
    }
    if (feature.capability.empty()) continue;
    if (out.size() > 1) out += ',';
    out += feature.capability;
  }
  if (!extensions.empty()) {
    if (out.size() > 1) out += ',';
    out += R"("extensions":{)" + extensions + "}";
  }
  return out + "}";
}

}  // namespace ev::mcp
