#include "mcp/client_log.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ev::mcp {

namespace {

constexpr std::string_view kModernLevelKey = "io.modelcontextprotocol/logLevel";
constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

}  // namespace

std::optional<int> log_rank(std::string_view level) {
  const auto it = std::find(kLevels.begin(), kLevels.end(), level);
  if (it == kLevels.end()) return std::nullopt;
  return static_cast<int>(it - kLevels.begin());
}

void CallLog::send(std::string_view level, std::string_view logger, std::string_view data) {
  const std::optional<int> rank = log_rank(level);
  if (!rank || *rank < least_) return;
  std::string line = R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":")";
  line += level;
  line += R"(","logger":)";
  append_json_string(line, logger);
  line += R"(,"data":)";
  append_displayable_json(line, data);
  auto closed = closed_.lock();
  if (!*closed) out_.send(line + "}}");
}

Feature ClientLog::feature() {
  return {.capability = R"("logging":{})",
          .methods = {{.name = "logging/setLevel",
                       .serve = [this](const Request& r) { return set_level(r); },
                       .eras = Eras::legacy}}};
}

Outcome ClientLog::set_level(const Request& request) {
  const std::string* const level = as_string(member(request.params.get(), "level"));
  const std::optional<int> rank = level == nullptr ? std::nullopt : log_rank(*level);
  if (!rank) return bad_params("unknown log level");
  legacy_level_ = *rank;
  return Members{};
}

std::shared_ptr<CallLog> ClientLog::for_call(bool modern, const Json* meta) const {
  if (!modern) return std::make_shared<CallLog>(out_, legacy_level_.load());
  // Each request of 2026-07-28 says for itself whether it wants messages.
  const std::string* const level = as_string(member(meta, kModernLevelKey));
  const std::optional<int> rank = level == nullptr ? std::nullopt : log_rank(*level);
  return rank ? std::make_shared<CallLog>(out_, *rank) : nullptr;
}

}  // namespace ev::mcp
