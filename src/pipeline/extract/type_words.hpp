// Types as people write them: "number", "Integer", "array[string]", "number[]", "list<str>",
// "boolean?", "integer|null", and choices such as "RCT|cohort|other". Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::extract {

// `object` is the type of the items of one field, whose shape is fixed (results_field.hpp).
enum class Type { string, number, integer, boolean, object };
const char* to_string(Type type);

// A single name, without "null": "str" and "date" are strings, "float" is a number.
std::optional<Type> type_of(std::string_view name);

struct TypeWords {
  Type type = Type::string;
  bool array = false;
  std::vector<std::string> options;
};
// None when it names no type or has an empty choice. Every value may be null anyway.
std::optional<TypeWords> read_type_words(std::string_view words);

}  // namespace ev::extract
