// Numbers in running text, with the bytes they stand on: digits with comma, thin-space or (before a
// counted noun) plain-space thousands, decimals with ".", "·" or a decimal comma, ".05", signs
// including U+2212, powers of ten ("2 x 10(-5)", "3×10⁻⁸", "1e-5"), percent, and words up to
// millions ("one hundred and twenty"). Digits inside words and codes ("HbA1c", "CD4", "IL-6",
// "COVID-19") are not numbers. Pure functions, byte offsets.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ev::doc {

struct Number {
  std::size_t begin = 0;  // with its sign
  std::size_t end = 0;    // without the percent sign
  double value = 0;
  bool integer = false;       // written without fraction and exponent
  bool percent = false;       // followed by %, percent or per cent
  bool words = false;         // written in words
  bool hyphen_after = false;  // "12-week", "three-arm"
  bool glued_after = false;   // a letter follows directly: "5mg", "3rd"
  bool operator==(const Number&) const = default;
};

std::vector<Number> find_numbers(std::string_view s);
// The same, with the tokens of `s` at hand.
std::vector<Number> find_numbers(std::string_view s, const std::vector<Token>& tokens);

// Whether numbers[i] and numbers[i + 1] are joined as the bounds of a range: "0.8 to 1.2",
// "0.8-1.2",
// "-0.8--0.2", "0.8, 1.2", "0.8; 1.2".
bool is_range(std::string_view s, const std::vector<Number>& numbers, std::size_t i);

// Index of the first number that begins at or after `byte`; numbers.size() when there is none.
std::size_t first_number_from(const std::vector<Number>& numbers, std::size_t byte);

}  // namespace ev::doc
