#include "base/log.hpp"
#include "mcp/dialect.hpp"

#include <array>

namespace ev::mcp {

namespace {

constexpr std::array<std::string_view, 4> kLegacyVersions = {"2025-11-25", "2025-06-18",
                                                             "2025-03-26", "2024-11-05"};

std::string text_of(const Json* value) {
  const std::string* text = as_string(value);
  return text == nullptr ? std::string() : *text;
}

}  // namespace

LegacyDialect::LegacyDialect(const ServerOptions& options, const std::vector<Feature>& features) {
  about_ = R"("serverInfo":)" + implementation_json(options);
  if (!options.instructions.empty()) {
    about_ += R"(,"instructions":)";
    append_json_string(about_, options.instructions);
  }
  methods_ = {
      {.name = "ping", .serve = [](const Request&) -> Outcome { return Members{}; }},
      {.name = "initialize", .serve = [this](const Request& r) { return initialize(r); }},
  };
  add_methods(features, Eras::legacy);
  features_ = features;
  for (Feature& feature : features_) feature.methods.clear();
}

// A version we do not speak is answered with our newest one, never with an error: the client
// decides whether it can live with that. A second initialize replaces the session.
Outcome LegacyDialect::initialize(const Request& request) {
  const Json* const params = request.params.get();
  const std::string* const wanted = as_string(member(params, "protocolVersion"));
  const Json* const client = member(params, "clientInfo");
  if (wanted == nullptr || !is_object(client) || !is_object(member(params, "capabilities"))) {
    return RpcError{
        kInvalidParams,
        "Invalid params: initialize needs protocolVersion (string), capabilities (object) "
        "and clientInfo (object)"};
  }
  version_ = kLegacyVersions.front();
  for (const std::string_view known : kLegacyVersions) {
    if (known == *wanted) version_ = known;
  }
  initialized_ = true;
  client_ = read_capabilities(member(params, "capabilities"));
  client_.tasks = false;  // an extension of the other era
  log(Level::info, "initialize",
      {{"client", text_of(member(client, "name"))},
       {"client_version", text_of(member(client, "version"))},
       {"protocol", version_}});
  return Members{R"("protocolVersion":")" + version_ + R"(","capabilities":)" +
                 capabilities_json(features_, Eras::legacy, version_) + "," + about_};
}

void LegacyDialect::append_result(std::string& out, std::string_view id, const Members& members,
                                  const Caching&) const {
  out += R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{)";
  append_displayable_json(out, members.json);
  out += "}}";
}

}  // namespace ev::mcp
