// Abbreviations that stand for one thing nearly everywhere in medicine, in words and by the name
// MeSH knows it. Ambiguous ones (MS, PE, RA) are left out: their meaning is for the writer to say.
// Thread rule: constant data.
#pragma once

#include <string_view>

namespace ev::query_gen {

struct Abbreviation {
  std::string_view short_form;
  std::string_view words;
  std::string_view heading;  // "" = the words are a heading or entry term themselves
};

// As written, in its own capitals, also with an -s behind it; nullptr when it is not known.
const Abbreviation* find_abbreviation(std::string_view written);

// The other way round, by the heading's name; "" when there is none.
std::string_view short_form_of(std::string_view heading);

// The heading of what an abbreviation stands for, by the key of its words ("human papillomavirus");
// "" where those are none or a heading themselves.
std::string_view heading_of_words(std::string_view key);

}  // namespace ev::query_gen
