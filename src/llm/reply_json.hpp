// Members of replies that may have any shape: what is not as expected is absent, never a crash.
// Pure functions.
#pragma once

#include "base/json.hpp"
#include "llm/api.hpp"
#include "llm/failure.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ev::llm {

// nullptr when `value` is no object or has no such member of that type.
const Json* object_at(const Json& value, const char* name);
const Json* array_at(const Json& value, const char* name);
// A string, or the joined texts of a list of parts ({"type": "text", "text": …}); "" otherwise.
std::string text_at(const Json& value, const char* name);
// 0 when absent, negative or absurd.
long count_at(const Json& value, const char* name);
// Empty when it is no list of finite numbers.
std::vector<float> vector_of(const Json& value);

Reply failed_reply(const Failure& failure, const ModelEndpoint& endpoint);
Error refused(const ModelEndpoint& endpoint);
Error context_overflow(const ModelEndpoint& endpoint, std::string_view what);
std::string wrong_count(std::size_t asked, std::size_t got);

}  // namespace ev::llm
