#include "mcp/client_log.hpp"
#include "mcp/dialect.hpp"

namespace ev::mcp {

namespace {

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
constexpr std::string_view kDiscover = "server/discover";
constexpr std::string_view kListen = "subscriptions/listen";
constexpr int kDiscoverTtlMs = 3'600'000;

RpcError missing_key(std::string_view key) {
  return {kInvalidParams, "Invalid params: missing required _meta field " + std::string(key)};
}

Outcome listen(const Request& request) {
  const Json* const wanted = member(request.params.get(), "notifications");
  if (!is_object(wanted)) return bad_params("notifications must be an object");
  return Listen{.tools = is_true(member(wanted, "toolsListChanged")),
                .prompts = is_true(member(wanted, "promptsListChanged")),
                .resources = is_true(member(wanted, "resourcesListChanged")),
                .uris = strings_in(member(wanted, "resourceSubscriptions"))};
}

}  // namespace

ModernDialect::ModernDialect(const ServerOptions& options, const std::vector<Feature>& features) {
  server_info_ = R"("io.modelcontextprotocol/serverInfo":)" + implementation_json(options);
  std::string about = R"("supportedVersions":[")" + version_ + R"("],"capabilities":)" +
                      capabilities_json(features, Eras::modern, version_);
  if (!options.instructions.empty()) {
    about += R"(,"instructions":)";
    append_json_string(about, options.instructions);
  }
  methods_ = {
      {.name = kDiscover,
       .serve = [about](const Request&) -> Outcome { return Members{about}; },
       .caching = {.ttl_ms = kDiscoverTtlMs}},
      {.name = kListen, .serve = listen},
  };
  add_methods(features, Eras::modern);
}

bool ModernDialect::claimed(const Json* meta) {
  return member(meta, kVersionKey) != nullptr || member(meta, kCapabilitiesKey) != nullptr;
}

bool ModernDialect::owns(std::string_view method) {
  return method == kDiscover || method == kListen;
}

RpcError ModernDialect::missing_claim(const Json* meta) {
  return missing_key(as_string(member(meta, kVersionKey)) == nullptr ? kVersionKey
                                                                     : kCapabilitiesKey);
}

std::optional<RpcError> ModernDialect::refuse(const Json* meta) const {
  const std::string* const wanted = as_string(member(meta, kVersionKey));
  if (wanted == nullptr) return missing_key(kVersionKey);
  if (!is_object(member(meta, kCapabilitiesKey))) return missing_key(kCapabilitiesKey);
  if (*wanted != version_) {
    RpcError error{kUnsupportedVersion, "Unsupported protocol version"};
    error.data = R"({"supported":[")" + version_ + R"("],"requested":)";
    append_json_string(error.data, *wanted);
    error.data += '}';
    return error;
  }
  if (const Json* const level = member(meta, kLogLevelKey)) {
    const std::string* const name = as_string(level);
    if (name == nullptr || !log_rank(*name)) {
      return RpcError{kInvalidParams, "Invalid params: unknown log level in _meta"};
    }
  }
  return std::nullopt;
}

void ModernDialect::append_result(std::string& out, std::string_view id, const Members& members,
                                  const Caching& method_caching) const {
  out += R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{"resultType":")";
  out += members.type;
  out += '"';
  if (!members.json.empty()) {
    out += ',';
    append_displayable_json(out, members.json);
  }
  const Caching caching = members.caching.value_or(method_caching);
  if (caching.ttl_ms >= 0 && members.type == "complete") {
    out += R"(,"ttlMs":)" + std::to_string(caching.ttl_ms) + R"(,"cacheScope":")";
    out += caching.scope;
    out += '"';
  }
  out += R"(,"_meta":{)";
  out += server_info_;
  out += "}}}";
}

std::string ModernDialect::listen_end(std::string_view id) const {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":)";
  out += id;
  out += ',';
  out += server_info_;
  return out + "}}}";
}

}  // namespace ev::mcp
