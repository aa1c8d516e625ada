// Names of languages and qualifiers behind their codes. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace ev::pubmed_query {

std::string language_name(std::string_view code);  // "eng" -> "english"; unknown codes as they are
std::string qualifier_name(std::string_view qualifier);  // key of the name; "dt" -> "drug therapy"

}  // namespace ev::pubmed_query
