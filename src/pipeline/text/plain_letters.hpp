// What is left of disguised words: which Latin letter a character stands for or looks like, and
// text without escapes, tags and blanks. For comparing only, never for showing. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace ev::text {

// A letter as it is compared: lower case, and i for l, which digits and strokes stand for both.
char like(char letter);
// The letter that a digit or sign beside letters stands for ("1gnore", "p@st"), 0 for none.
char written_as(char c);
// The Latin letter that a folded letter of another alphabet looks like, 0 for none
// (data/lexicon/confusables.tsv).
char looks_like(char32_t folded);
// Scripts that put no blanks between words.
bool is_word_of_its_own(char32_t c);
bool is_punctuation(char32_t c);  // beyond ASCII
// Bidi overrides and isolates, tag characters, several variation selectors in a row.
bool hides_text(std::string_view s);

// "&#105;", "&lt;", "%69", "\u0069" as the characters they stand for; other text stays.
std::string without_escapes(std::string_view s);
// Without "<b>", "</sub>", "<span class='x'>"; comments stay.
std::string without_tags(std::string_view s);
// Folded and displayable, without white space.
std::string squeezed(std::string_view s);

}  // namespace ev::text
