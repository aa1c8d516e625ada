// The JSON in what a model wrote. Models wrap it in Markdown fences, <think> blocks and prose,
// write it as a JSON string, or leave a comma before a closing bracket; servers that promise a
// schema let all of that through. Text that is JSON as it stands is taken as it stands; only
// otherwise wrappings are looked for. What is cut off is never completed. Pure functions.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

// The JSON objects the text may mean, the likeliest first, at most eight.
std::vector<Json> objects_in(std::string_view text);

// The first of them that fits the schema, as JSON text. llm_not_json when there is none, or
// llm_schema_violation with what is wrong with the likeliest; llm_refused when the text declines
// the task instead.
Result<std::string> read_answer(std::string_view text, const Json& schema);

// "I'm sorry, but I can't …" without any JSON.
bool declines(std::string_view text);

}  // namespace ev::llm
