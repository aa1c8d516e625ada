// Languages as MEDLINE codes them: the bibliographic three-letter forms of ISO 639-2 ("ger",
// "chi"), with the two-letter codes of ISO 639-1 and, where MEDLINE has records in the language,
// its name (source: NLM's table of MEDLINE languages). The one list for records, queries and
// filters. Thread rule: constants, pure functions.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ev::model {

struct Language {
  std::string_view code;        // "ger"
  std::string_view short_code;  // "de"; "" = none
  std::string_view name;        // "german"; "" = MEDLINE has no records in it
};

std::span<const Language> languages();  // by code

// By either code or the name, in any case; "en-GB" is "en", "Greek, Modern" is "greek". nullptr
// when there is none.
const Language* find_language(std::string_view code_or_name);
// MEDLINE's code; another three-letter code stays, in lower case; "" for what is neither.
std::string language_code(std::string_view code_or_name);

}  // namespace ev::model
