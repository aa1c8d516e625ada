// Abbreviations that stand for one thing nearly everywhere in medicine, by the name MeSH knows it.
// Ambiguous ones (MS, PE, RA) are left out: their meaning is for the writer to say. Thread rule:
// constant data.
#pragma once

#include <string_view>

namespace ev::query_gen {

// "" when the abbreviation, in capitals, is not known.
std::string_view expansion_of(std::string_view abbreviation);

}  // namespace ev::query_gen
