// Generated queries as an answer. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/workflow/query_generation.hpp"
#include "tools/answer.hpp"

namespace ev::tools {

// One query with what speaks for it.
Json query_json(const query_gen::GeneratedQuery& query);
// The answer but for its warnings. `request`: the goal the queries were made for.
Answer query_answer(const QueryOutcome& outcome, const query_gen::Request& request);

}  // namespace ev::tools
