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

}  // namespace ev
