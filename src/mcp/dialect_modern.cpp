#include "mcp/dialect.hpp"

#include <algorithm>
#include <array>

namespace ev::mcp {

namespace {

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
constexpr std::string_view kDiscover = "server/discover";
constexpr std::string_view kListen = "subscriptions/listen";
constexpr std::array<std::string_view, 8> kLogLevels = {"debug", "info",     "notice", "warning",
                                                        "error", "critical", "alert",  "emergency"};
constexpr int kDiscoverTtlMs = 3'600'000;

RpcError missing_key(std::string_view key) {
  return {kInvalidParams, "Invalid params: missing required _meta field " + std::string(key)};
}

void append_subscription_id(std::string& out, std::string_view id) {
  out += R"("io.modelcontextprotocol/subscriptionId":)";
  out += id;
}

}  // namespace

ModernDialect::ModernDialect(const ServerOptions& options, const std::vector<Feature>& features) {
  server_info_ = R"("io.modelcontextprotocol/serverInfo":)" + implementation_json(options);
  std::string about = R"("supportedVersions":[")" + version_ + R"("],"capabilities":)" +
                      capabilities_json(features);
  if (!options.instructions.empty()) {
    about += R"(,"instructions":)";
    append_json_string(about, options.instructions);
  }
  methods_ = {
      {.name = kDiscover,
       .serve = [about](const Request&) -> Outcome { return Members{about}; },
       .caching = {.ttl_ms = kDiscoverTtlMs}},
      {.name = kListen, .serve = [this](const Request& r) { return listen(r); }},
  };
  for (const Feature& feature : features) {
    methods_.insert(methods_.end(), feature.methods.begin(), feature.methods.end());
  }
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
    if (name == nullptr ||
        std::find(kLogLevels.begin(), kLogLevels.end(), *name) == kLogLevels.end()) {
      return RpcError{kInvalidParams, "Invalid params: unknown log level in _meta"};
    }
  }
  return std::nullopt;
}

// Nothing here ever changes while the server runs, so no kind of notification is honoured.
Outcome ModernDialect::listen(const Request& request) const {
  if (!is_object(member(request.params.get(), "notifications"))) {
    return RpcError{kInvalidParams, "Invalid params: notifications must be an object"};
  }
  std::string line =
      R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{)";
  append_subscription_id(line, request.id);
  line += R"(},"notifications":{}}})";
  return Listen{std::move(line)};
}

void ModernDialect::append_result(std::string& out, std::string_view id, const Members& members,
                                  const Caching& caching) const {
  out += R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{"resultType":"complete")";
  if (!members.json.empty()) {
    out += ',';
    out += members.json;
  }
  if (caching.ttl_ms >= 0) {
    out += R"(,"ttlMs":)" + std::to_string(caching.ttl_ms) + R"(,"cacheScope":")";
    out += caching.scope;
    out += '"';
  }
  out += R"(,"_meta":{)";
  out += server_info_;
  out += "}}}";
}

void ModernDialect::append_listen_end(std::string& out, std::string_view id) const {
  out += R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{"resultType":"complete","_meta":{)";
  append_subscription_id(out, id);
  out += ',';
  out += server_info_;
  out += "}}}";
}

}  // namespace ev::mcp
