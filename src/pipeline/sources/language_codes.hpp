// Languages as PubMed codes them (bibliographic forms of ISO 639-2: "ger", "chi"), from the
// two-letter codes of ISO 639-1. Pure.
#pragma once

#include <string>
#include <string_view>

namespace ev::sources {

// "en", "EN", "en-GB" -> "eng"; a three-letter code stays, in lower case; "" for what is no code.
std::string language_of_code(std::string_view code);

}  // namespace ev::sources
