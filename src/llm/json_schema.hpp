// The part of JSON Schema that tasks use, checked on our side whatever an endpoint promises:
// type (a name or a list of names), properties, required, additionalProperties, items, enum,
// minimum, maximum, minItems, maxItems, minLength, maxLength; description and title are for the
// reader. Any other keyword is refused by name, because what is not checked must not be asked for.
// Pure functions.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "llm/misfit.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::llm {

// Whether the schema lies in the subset and describes an object; invalid_argument with every
// problem.
Result<void> check_schema(const Json& schema);

// What is wrong with `value`, in document order, at most `limit`. Paths continue `path`
// ("concepts[1].name").
std::vector<Problem> violations(const Json& schema, const Json& value, std::string_view path = "",
                                std::size_t limit = 20);

// What of an object fits the schema, member by member: the others are left out and named.
struct FittingPart {
  std::string kept;              // JSON text; "" when nothing fits
  std::vector<Misfit> left_out;  // missing ones first, then in the order of the object
};
FittingPart fitting_part(const Json& schema, const Json& object, std::string_view path = "");

// Every object is closed and has all its properties required: what "strict" means to OpenAI.
bool is_strict(const Json& schema);
// Without bounds on numbers and lengths, which Anthropic refuses; they are checked here anyway.
OrderedJson without_bounds(const OrderedJson& schema);

}  // namespace ev::llm
