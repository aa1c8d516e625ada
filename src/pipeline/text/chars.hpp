// Character classes shared by the scanners of this room. ASCII by table; other code points are
// letters unless they lie in a block of punctuation, spaces or symbols. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>

namespace ev::doc {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
inline bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_alpha(char c) {
  return is_upper(c) || is_lower(c);
}
inline bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
inline bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
inline bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

bool is_letter(char32_t c);
// Letter or digit at byte `i` / just before byte `i`; false outside the text.
bool word_at(std::string_view s, std::size_t i);
bool word_before(std::string_view s, std::size_t i);
// Past ASCII blanks and Unicode spaces.
std::size_t skip_blanks(std::string_view s, std::size_t i);
// The code point that ends just before byte `i`; 0 at the beginning.
char32_t code_point_before(std::string_view s, std::size_t i);

}  // namespace ev::doc
