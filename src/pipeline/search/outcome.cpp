#include "pipeline/search/outcome.hpp"

#include <algorithm>

namespace ev::search {

const char* to_string(SourceStatus status) {
  switch (status) {
    case SourceStatus::ok:
      return "ok";
    case SourceStatus::partial:
      return "partial";
    case SourceStatus::timeout:
      return "timeout";
    case SourceStatus::rate_limited:
      return "rate_limited";
    case SourceStatus::blocked:
      return "blocked";
    case SourceStatus::error:
      return "error";
    case SourceStatus::skipped:
      return "skipped";
  }
  return "error";
}

SourceStatus status_of(const Error& error) {
  if (error.blocked) return SourceStatus::blocked;
  switch (error.code) {
    case Errc::timeout:
      return SourceStatus::timeout;
    case Errc::rate_limited:
    case Errc::budget_exhausted:
      return SourceStatus::rate_limited;
    default:
      return SourceStatus::error;
  }
}

bool is_enabled(const Config& config, const std::string& service) {
  const auto endpoint = config.endpoints.find(service);
  if (endpoint != config.endpoints.end() && !endpoint->second.enabled) return false;
  const auto& chosen = config.sources;
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), service) != chosen.end();
}

}  // namespace ev::search
