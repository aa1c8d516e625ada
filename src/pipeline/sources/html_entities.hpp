// Named character entities of HTML 4 (what stray `&nbsp;` and `&beta;` in upstream text mean).
// Pure.
#pragma once

#include <optional>
#include <string_view>

namespace ev::sources {

// "nbsp" -> U+00A0; the five of XML are included. Case matters ("Beta" is the capital).
std::optional<char32_t> html_entity(std::string_view name);

}  // namespace ev::sources
