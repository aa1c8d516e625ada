// Members of an upstream's JSON record, read tolerantly: every member may be missing or null, a
// number may be a string, a list may have collapsed to its only item. A value of another kind
// counts as absent. Pure functions.
#pragma once

#include "base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

// nullptr when `object` is no object, or the member is absent or null.
const Json* json_member(const Json& object, std::string_view name);
// A string as it is; a number or boolean as text; "" otherwise.
std::string json_text(const Json& object, std::string_view name);
// A whole number, also one in a string or with a zero fraction.
std::optional<long> json_whole(const Json& object, std::string_view name);
// true/false, "Y"/"N", "yes"/"no", "true"/"false" in any letter case.
std::optional<bool> json_yes(const Json& object, std::string_view name);
// The items of a list; an object or a string in its place is its only item; nulls are left out.
std::vector<const Json*> json_items(const Json& object, std::string_view name);
// The same for {"<list>": {"<item>": [...]}}.
std::vector<const Json*> json_items(const Json& object, std::string_view list,
                                    std::string_view item);
// A string or number that is an item itself.
std::string json_value_text(const Json& value);

// The brackets of `text` are closed and nothing follows: a reply that was not cut. Linear, without
// parsing; a byte order mark and blanks at the ends are allowed.
bool is_whole_json(std::string_view text);
// A member of the outermost object of `text`, as it is written; nullopt when there is none. Linear,
// without parsing; names of members further inside and words of strings are not looked at.
std::optional<std::string_view> raw_member(std::string_view text, std::string_view name);
// The same, of a string that is not empty: "" for anything else.
std::string raw_text(std::string_view text, std::string_view name);

}  // namespace ev::sources
