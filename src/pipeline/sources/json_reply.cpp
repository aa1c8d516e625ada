#include "pipeline/sources/json_reply.hpp"

#include "base/text.hpp"
#include "pipeline/sources/json_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ev::sources {

namespace {

constexpr double kLargestWhole = 9e15;  // beyond, a double no longer tells neighbours apart

std::string_view without_bom(std::string_view body) {
  if (body.substr(0, 3) == "\xEF\xBB\xBF") body.remove_prefix(3);
  return text::trim(body);
}

net::Classified passing_failure(std::string reason) {
  return {net::Verdict::transient, std::move(reason)};
}

net::Classified another_form(std::string reason) {
  return {.verdict = net::Verdict::transient,
          .reason = std::move(reason),
          .code = Errc::upstream_changed};
}

}  // namespace

bool looks_like_html(std::string_view body) {
  body = without_bom(body);
  if (body.empty() || body.front() != '<') return false;
  const std::string start = text::to_lower_ascii(body.substr(0, 1024));
  return start.find("<html") != std::string::npos ||
         start.find("<!doctype html") != std::string::npos;
}

net::Classified judge_json_body(std::string_view body) {
  body = without_bom(body);
  if (body.empty()) return passing_failure("an empty reply");
  if (looks_like_html(body)) {
    return {net::Verdict::transient, "an HTML page instead of data", 10.0};
  }
  if (body.front() != '{' && body.front() != '[') {
    return passing_failure("a reply that is not JSON");
  }
  if (!is_whole_json(body)) return passing_failure("a reply that is cut off");
  // Bytes that are no UTF-8 were damaged on the way; repaired, an id could come out as another.
  if (!text::valid_utf8(body)) return passing_failure("a damaged reply");
  return {};
}

net::Classified judge_json_object(std::string_view body,
                                  std::initializer_list<std::string_view> needed) {
  net::Classified out = judge_json_body(body);
  if (out.verdict != net::Verdict::ok) return out;
  if (is_json_list(body)) return another_form("a list instead of an object");
  for (const std::string_view name : needed) {
    if (raw_member(body, name)) continue;
    return another_form("a reply without \"" + std::string(name) + "\"");
  }
  return out;
}

bool is_json_list(std::string_view body) {
  return without_bom(body).starts_with('[');
}

net::Classified judge_json_list(std::string_view body) {
  net::Classified out = judge_json_body(body);
  if (out.verdict != net::Verdict::ok) return out;
  if (!is_json_list(body)) return another_form("an object instead of a list");
  const std::string_view first = text::trim(without_bom(body).substr(1));
  if (first.starts_with('{') || first.starts_with("null")) return out;
  return another_form("a list without records");
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string shown = text::displayable(text::trim(text));
  for (char& c : shown) c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return text::ellipsize(shown, limit);
}

Error changed_form(std::string source, std::string message) {
  return Error{.code = Errc::upstream_changed,
               .message = std::move(message),
               .source = std::move(source),
               .recovery = "call again; if it persists, a newer version of this program is needed"};
}

const Json& member_at(const Json& value, MemberPath path) {
  static const Json nothing;
  const Json* at = &value;
  for (const char* name : path) {
    if (!at->is_object()) return nothing;
    const auto it = at->find(name);
    if (it == at->end()) return nothing;
    at = &*it;
  }
  return *at;
}

std::string text_at(const Json& value, MemberPath path) {
  const Json& found = member_at(value, path);
  return found.is_string() ? found.get<std::string>() : std::string();
}

std::optional<long> whole_at(const Json& value, MemberPath path) {
  const Json& found = member_at(value, path);
  if (found.is_number_unsigned()) {
    const auto n = found.get<std::uint64_t>();
    return n <= static_cast<std::uint64_t>(kLargestWhole) ? std::optional(static_cast<long>(n))
                                                          : std::nullopt;
  }
  if (found.is_number_integer()) return static_cast<long>(found.get<std::int64_t>());
  if (found.is_number_float()) {
    const double n = found.get<double>();
    const bool whole = std::isfinite(n) && std::abs(n) <= kLargestWhole && n == std::floor(n);
    return whole ? std::optional(static_cast<long>(n)) : std::nullopt;
  }
  if (!found.is_string()) return std::nullopt;
  const std::string& s = found.get_ref<const std::string&>();
  if (s.empty() || s.size() > 15 || s.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  return static_cast<long>(std::stoll(s));
}

std::optional<double> number_at(const Json& value, MemberPath path) {
  const Json& found = member_at(value, path);
  if (!found.is_number()) return std::nullopt;
  const double n = found.get<double>();
  return std::isfinite(n) ? std::optional(n) : std::nullopt;
}

std::optional<bool> flag_at(const Json& value, MemberPath path) {
  const Json& found = member_at(value, path);
  return found.is_boolean() ? std::optional(found.get<bool>()) : std::nullopt;
}

std::string scalar_at(const Json& value, MemberPath path) {
  const Json& found = member_at(value, path);
  if (found.is_string()) return found.get<std::string>();
  return found.is_number_integer() ? found.dump() : std::string();
}

std::vector<std::string> texts_at(const Json& value, MemberPath path) {
  std::vector<std::string> out;
  each_at(value, path, [&out](const Json& item) {
    if (item.is_string() && !item.get_ref<const std::string&>().empty()) {
      out.push_back(item.get<std::string>());
    }
  });
  return out;
}

void each_at(const Json& value, MemberPath path, const std::function<void(const Json&)>& take) {
  const Json& found = member_at(value, path);
  if (!found.is_array()) return;
  for (const Json& item : found) take(item);
}

}  // namespace ev::sources
