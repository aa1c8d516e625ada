// The caller's extraction schema: an ordered list of flat fields, written in the short form
//   {"sample_size": "number", "design": "RCT|cohort|other", "findings": "array[string]"}
// (type_words.hpp) or as JSON Schema as tools write it: type, properties, required, items, enum,
// const, bounds of numbers, description, $ref into $defs, and anyOf, oneOf or allOf with one branch
// beside null. Annotations are passed over; what is not checked of a value (pattern, lengths) is
// noted; anything else is refused by name. Pure functions; errors are invalid_argument on
// `extraction_schema…` paths and list every problem.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/extract/type_words.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::extract {

struct FieldSpec {
  std::string name;
  Type type = Type::string;
  bool array = false;
  std::vector<std::string> options;  // enum; of the value or of each item
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::string description;
};

struct Schema {
  std::vector<FieldSpec> fields;
  std::vector<std::string> unchecked;  // paths of keywords that are not checked
};

inline constexpr std::size_t kMaxFields = 50;

Result<Schema> parse_schema(const OrderedJson& value);
Result<Schema> parse_schema(const Json& value);

// Sentences "name: definition", as items of a list ("- ", "2. ") or not, the name in marks
// ("**name**",
// "`name`") or with its type behind it ("name (string)"), become descriptions of the fields they
// name.
void apply_instructions(Schema& schema, std::string_view instructions);

}  // namespace ev::extract
