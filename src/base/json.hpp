// The border for JSON text. Nothing else in the program calls nlohmann's parse or dump on untrusted
// data: parse throws or recurses, and dump throws on invalid UTF-8. Pure functions.
#pragma once

#include "base/named_enum.hpp"
#include "base/result.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace ev {

using Json = nlohmann::json;  // object keys sorted, hence stable bytes
using OrderedJson = nlohmann::ordered_json;

// Nesting is checked before parsing (limits::kJsonDepth). `where` names the text in the error.
Result<Json> parse_json(std::string_view text, std::string_view where = "JSON");
// Keeps the order of object members, for a user's own schema.
Result<OrderedJson> parse_ordered_json(std::string_view text, std::string_view where = "JSON");
// For upstream replies: control characters inside strings (seen in E-utilities errors), a BOM and
// invalid UTF-8 are repaired before parsing.
Result<Json> parse_json_leniently(std::string_view text, std::string_view where);

// One line, invalid UTF-8 replaced, never throws.
std::string dump_json(const Json& value);
std::string dump_json(const OrderedJson& value);
std::string dump_json_pretty(const Json& value);

// Deepest nesting of [ and { outside strings.
int json_depth(std::string_view text);
// Appends `s` as a JSON string with quotes. Invalid UTF-8 is replaced.
void append_json_string(std::string& out, std::string_view s);
// Appends JSON text with every string in it as text::displayable leaves it, whether a character
// stands there itself or escaped; CRLF stays. What is between strings stays as it is.
void append_displayable_json(std::string& out, std::string_view json);

}  // namespace ev

// A named enum in a Json is its wire name, never a number.
template <ev::NamedEnum E>
struct nlohmann::adl_serializer<E, void> {
  template <class J>
  static void to_json(J& out, E value) {
    out = ev::wire_name(value);
  }
};
