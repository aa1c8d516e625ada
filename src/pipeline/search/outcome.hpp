// How a service that was asked beside others came out. Thread rule: pure functions.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"

#include <string>

namespace ev::search {

enum class SourceStatus { ok, partial, timeout, rate_limited, blocked, error, skipped };
const char* to_string(SourceStatus status);
SourceStatus status_of(const Error& error);

// Neither switched off nor left out of the configured list of sources and enrichers.
bool is_enabled(const Config& config, const std::string& service);

}  // namespace ev::search
