// The whole phrase about the people of a noun: what describes them before it ("120 postmenopausal")
// and behind it ("with asthma", "aged 18 to 65 years"). A phrase that would be clipped goes on past
// asides and lists or ends with a whole part. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>

namespace ev::extract {

inline constexpr WordKinds kSubjects = kind::person | kind::animal;

// The first token of the description before the noun.
std::size_t description_begin(const Sentence& sentence, std::size_t noun);
// Behind the last token of what follows the noun and belongs to it.
std::size_t description_end(const Sentence& sentence, std::size_t noun);

// "mild to moderate".
const Patterns& degrees();

// Punctuation that ends a clause stands before this token.
bool ends_clause(const Sentence& sentence, std::size_t token);
bool begins_number(const Sentence& sentence, std::size_t token);

}  // namespace ev::extract
