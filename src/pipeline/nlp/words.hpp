// The words of a text as numbers, for features of n-grams: runs of letters and digits in lower case
// (ASCII), runs of digits as one "0", and the marks that tell results (% < > =) by themselves. A
// full stop within a number belongs to it. Pure function.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ev::nlp {

std::vector<std::uint32_t> word_numbers(std::string_view text);
// Of one word, as word_numbers would give it.
std::uint32_t word_number(std::string_view word);

}  // namespace ev::nlp
