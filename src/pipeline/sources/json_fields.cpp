#include "pipeline/sources/json_fields.hpp"

#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ev::sources {

namespace {

std::optional<long> whole_in_text(std::string_view s) {
  s = text::trim(s);
  long value = 0;
  const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (failed != std::errc{} || s.empty()) return std::nullopt;
  const std::string_view rest(end, static_cast<std::size_t>(s.data() + s.size() - end));
  const bool zero_fraction = rest.size() > 1 && rest.front() == '.' &&
                             rest.find_first_not_of('0', 1) == std::string_view::npos;
  return rest.empty() || zero_fraction ? std::optional(value) : std::nullopt;
}

std::vector<const Json*> items_of(const Json* value) {
  std::vector<const Json*> out;
  if (value == nullptr) return out;
  if (!value->is_array()) return {value};
  out.reserve(value->size());
  for (const Json& item : *value) {
    if (!item.is_null()) out.push_back(&item);
  }
  return out;
}

std::string_view bare_json(std::string_view s) {
  if (s.substr(0, 3) == "\xEF\xBB\xBF") s.remove_prefix(3);
  return text::trim(s);
}

// Where the string that begins at `i` ends: its closing quote, or the end of the text.
std::size_t string_end(std::string_view s, std::size_t i) {
  for (++i; i < s.size() && s[i] != '"'; ++i) {
    if (s[i] == '\\') ++i;
  }
  return std::min(i, s.size());
}

}  // namespace

const Json* json_member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(name);
  return it == object.end() || it->is_null() ? nullptr : &*it;
}

std::string json_value_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return dump_json(value);
  return "";
}

std::string json_text(const Json& object, std::string_view name) {
  const Json* value = json_member(object, name);
  return value == nullptr ? "" : json_value_text(*value);
}

std::optional<long> json_whole(const Json& object, std::string_view name) {
  const Json* value = json_member(object, name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number_unsigned()) {
    const auto n = value->get<std::uint64_t>();
    return n <= static_cast<std::uint64_t>(std::numeric_limits<long>::max())
               ? std::optional(static_cast<long>(n))
               : std::nullopt;
  }
  if (value->is_number_integer()) return value->get<long>();
  if (value->is_number_float()) {
    const double n = value->get<double>();
    constexpr double kExact = 9007199254740992.0;  // 2^53
    return std::fabs(n) < kExact && std::floor(n) == n ? std::optional(static_cast<long>(n))
                                                       : std::nullopt;
  }
  return value->is_string() ? whole_in_text(value->get_ref<const std::string&>()) : std::nullopt;
}

std::optional<bool> json_yes(const Json& object, std::string_view name) {
  const Json* value = json_member(object, name);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  if (!value->is_string()) return std::nullopt;
  const std::string word = text::to_lower_ascii(text::trim(value->get_ref<const std::string&>()));
  if (word == "y" || word == "yes" || word == "true") return true;
  if (word == "n" || word == "no" || word == "false") return false;
  return std::nullopt;
}

std::vector<const Json*> json_items(const Json& object, std::string_view name) {
  return items_of(json_member(object, name));
}

std::vector<const Json*> json_items(const Json& object, std::string_view list,
                                    std::string_view item) {
  const Json* outer = json_member(object, list);
  if (outer == nullptr) return {};
  // {"list": [...]} without the inner name.
  if (outer->is_array()) return items_of(outer);
  return json_items(*outer, item);
}

bool is_whole_json(std::string_view s) {
  s = bare_json(s);
  if (s.empty() || (s.front() != '{' && s.front() != '[')) return false;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (c == '"') {
      i = string_end(s, i);
      if (i >= s.size()) return false;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return i + 1 == s.size();
    }
  }
  return false;
}

std::optional<std::string_view> raw_member(std::string_view s, std::string_view name) {
  s = bare_json(s);
  if (s.empty() || s.front() != '{') return std::nullopt;
  std::size_t depth = 0;
  std::size_t value = std::string_view::npos;  // where the member's value begins
  bool name_next = true;
  bool named = false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    const bool ends = depth == 1 && (c == ',' || c == '}');
    if (ends && value != std::string_view::npos) return text::trim(s.substr(value, i - value));
    if (c == '"') {
      const std::size_t end = string_end(s, i);
      if (depth == 1 && name_next) named = s.substr(i + 1, end - i - 1) == name;
      if (depth == 1) name_next = false;
      i = end;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) break;
    } else if (depth == 1 && c == ':' && named) {
      value = i + 1;
    } else if (depth == 1 && c == ',') {
      name_next = true;
    }
  }
  return std::nullopt;
}

std::string raw_text(std::string_view s, std::string_view name) {
  const auto raw = raw_member(s, name);
  if (!raw || raw->empty() || raw->front() != '"') return "";
  const auto value = parse_json_leniently(*raw, "a member");
  return value && value->is_string() ? value->get<std::string>() : "";
}

}  // namespace ev::sources
