#include "base/json.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

namespace ev {

namespace {

Error json_error(std::string_view where, std::string message) {
  return Error{.code = Errc::invalid_argument,
               .message = std::string(where) + ": " + std::move(message)};
}

// What a text would hold once parsed: nesting outside strings, and values (each has a bracket
// before it or a comma).
struct Extent {
  int depth = 0;
  std::size_t values = 0;
};

Extent extent_of(std::string_view text) {
  Extent out;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++out.values;
      out.depth = ++depth > out.depth ? depth : out.depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ',') {
      ++out.values;
    }
  }
  return out;
}

template <class J>
Result<J> parse(std::string_view text, std::string_view where) {
  const Extent extent = extent_of(text);
  if (extent.values > limits::kJsonValues) {
    return json_error(where, "more than " + std::to_string(limits::kJsonValues) + " values");
  }
  if (extent.depth > limits::kJsonDepth) {
    return json_error(where,
                      "nested deeper than " + std::to_string(limits::kJsonDepth) + " levels");
  }
  try {
    return J::parse(text.begin(), text.end());
  } catch (const nlohmann::json::parse_error& e) {
    return json_error(where, "not valid JSON at byte " + std::to_string(e.byte));
  } catch (const nlohmann::json::exception& e) {  // e.g. a number out of range
    return json_error(where, std::string("not valid JSON: ") + e.what());
  }
}

std::string repair(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::string out = text::repair_utf8(text);
  bool in_string = false;
  bool escaped = false;
  for (char& c : out) {
    if (!in_string) {
      in_string = c == '"';
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '"') {
      in_string = false;
    }
  }
  return out;
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view where) {
  return parse<Json>(text, where);
}

Result<OrderedJson> parse_ordered_json(std::string_view text, std::string_view where) {
  return parse<OrderedJson>(text, where);
}

Result<Json> parse_json_leniently(std::string_view text, std::string_view where) {
  auto strict = parse<Json>(text, where);
  if (strict) return strict;
  auto repaired = parse<Json>(repair(text), where);
  if (repaired) return repaired;
  return strict;
}

std::string dump_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_json(const OrderedJson& value) {
  return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string dump_json_pretty(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

int json_depth(std::string_view text) {
  return extent_of(text).depth;
}

void append_json_string(std::string& out, std::string_view s) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string repaired;
  if (!text::valid_utf8(s)) {
    repaired = text::repair_utf8(s);
    s = repaired;
  }
  out += '"';
  std::size_t from = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto c = static_cast<unsigned char>(s[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(s, from, i - from);
    from = i + 1;
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        out += "\\u00";
        out += kHex[c >> 4];
        out += kHex[c & 15];
    }
  }
  out.append(s, from, s.size() - from);
  out += '"';
}

namespace {

// One character of a string of JSON text, or one escape of it.
struct JsonCharacter {
  char32_t code = 0;
  std::size_t size = 1;  // bytes it is written in
};

char32_t hex_at(std::string_view json, std::size_t at) {
  char32_t value = 0;
  for (const char c : json.substr(at, 4)) {
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c;
    value = value * 16 + static_cast<char32_t>(lower >= 'a' ? lower - 'a' + 10 : lower - '0');
  }
  return value;
}

JsonCharacter escaped_at(std::string_view json, std::size_t at) {
  const std::string_view rest = json.substr(at);
  if (rest.size() < 2) return {U'\\', rest.size()};
  switch (rest[1]) {
    case 'b':
      return {U'\b', 2};
    case 'f':
      return {U'\f', 2};
    case 'r':
      // The end of a line of a file.
      return {rest.substr(2).starts_with("\\n") ? U'\n' : U'\r', 2};
    case 'u':
      break;
    default:
      return {U' ', 2};
  }
  if (rest.size() < 6) return {U' ', rest.size()};
  const char32_t first = hex_at(json, at + 2);
  const bool pair = first >= 0xD800 && first < 0xDC00 && rest.size() >= 12 && rest[6] == '\\';
  if (!pair) return {first == U'\0' ? U'\b' : first, 6};
  return {0x10000 + ((first - 0xD800) << 10u) + (hex_at(json, at + 8) - 0xDC00), 12};
}

}  // namespace

void append_displayable_json(std::string& out, std::string_view json) {
  std::size_t kept = 0;  // up to here `out` is done
  const auto replace = [&](std::size_t from, std::size_t size, std::string_view with) {
    out.append(json, kept, from - kept);
    out += with;
    kept = from + size;
  };
  for (std::size_t i = 0; i < json.size();) {
    const auto byte = static_cast<unsigned char>(json[i]);
    if (byte < 0x7F && byte != '\\') {
      ++i;
      continue;
    }
    JsonCharacter c;
    if (byte == '\\') {
      c = escaped_at(json, i);
    } else {
      std::size_t end = i;
      c.code = text::next_code_point(json, end);
      c.size = end - i;
    }
    if (text::is_line_separator(c.code))
      replace(i, c.size, "\\n");
    else if (text::is_invisible(c.code))
      replace(i, c.size, "");
    i += c.size;
  }
  out.append(json, kept);
}

}  // namespace ev
