// What the readers of JSON services share: whether a body can be a whole JSON reply, and access to
// members that may be absent or of another type than documented. A member of the wrong type reads
// as absent; nothing here throws. Pure; thread rule: any thread.
#pragma once

#include "base/config.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

// A body that came with a success status: ok, or transient for an empty one, an HTML page, text
// that is cut off (open brackets at the end) or damaged on the way (invalid UTF-8).
net::Classified judge_json_body(std::string_view body);
// The same, and the body is an object that has all of `needed`: what a network's sign-in page or
// another service answers is no reply of this one.
net::Classified judge_json_object(std::string_view body,
                                  std::initializer_list<std::string_view> needed);
// The same for services that may answer with a list of records, each an object or null.
bool is_json_list(std::string_view body);
net::Classified judge_json_list(std::string_view body);
// For net::RequestPlan::keep: what `parse` reads without an error is kept.
template <class Parse>
net::Keep kept_when_read(Parse parse) {
  return [parse = std::move(parse)](const net::HttpResponse& r) {
    return static_cast<bool>(parse(r.body));
  };
}
bool looks_like_html(std::string_view body);
// Upstream text as one displayable line of at most `limit` code points.
std::string one_line(std::string_view text, std::size_t limit = 300);

Error changed_form(std::string source, std::string message);

using MemberPath = std::initializer_list<const char*>;

// Follows member names; a null value when one is missing.
const Json& member_at(const Json& value, MemberPath path);
// A string, "" when there is none.
std::string text_at(const Json& value, MemberPath path);
// A whole number: an integer, 3.0, or a string of digits. Nothing else is one.
std::optional<long> whole_at(const Json& value, MemberPath path);
std::optional<double> number_at(const Json& value, MemberPath path);
std::optional<bool> flag_at(const Json& value, MemberPath path);
// A number or a string as text, "" for anything else: identifiers come as either.
std::string scalar_at(const Json& value, MemberPath path);
// The strings of a list that are not empty.
std::vector<std::string> texts_at(const Json& value, MemberPath path);
void each_at(const Json& value, MemberPath path, const std::function<void(const Json&)>& take);

}  // namespace ev::sources
