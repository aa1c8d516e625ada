// What a source did of a search, and why it failed, as answers and reports tell it. Thread rule:
// pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/workflow/federated_search.hpp"
#include "tools/services.hpp"

namespace ev::tools {

// {code, message, retry_after_s?, recovery?}
Json error_json(const Error& error);
// {source, status, found, returned, ms, query_sent, approximated?, error?}
Json status_json(const SearchedSource& source);

}  // namespace ev::tools
