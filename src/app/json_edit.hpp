// Changes one member of a JSON text and leaves every other byte as it was: other people's files
// keep their order, their numbers and their white space. Pure functions.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::app {

// `text` with the member at `path` (names of nested objects, then its own) set to `value` (JSON
// text, written as it is). Objects that are missing on the way are made; an empty text counts as
// {}. A leading byte order mark is kept. Errors: invalid_argument when the text is not valid JSON,
// or when the root or something on the way is not an object.
Result<std::string> set_member(std::string_view text, const std::vector<std::string>& path,
                               std::string_view value);

// The text of the member at `path`, "" when it is not there.
Result<std::string> member_text(std::string_view text, const std::vector<std::string>& path);

}  // namespace ev::app
