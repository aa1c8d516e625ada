// One cheap request to each configured endpoint, for `doctor --network`: is it there, does it take
// the key, has it the model. Pure functions.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "llm/api.hpp"
#include "net/request.hpp"

#include <string>
#include <string_view>

namespace ev::llm {

// `service` is "llm" or "embeddings"; not_found when the configuration has no such endpoint.
Result<net::RequestPlan> plan_probe(const Config& config, std::string_view service);
// What answered ("answers, and has the model m"), or the error a task would get.
Result<std::string> read_probe(const Config& config, std::string_view service,
                               const net::HttpResponse& response);

}  // namespace ev::llm
