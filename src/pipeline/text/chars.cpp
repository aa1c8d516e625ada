#include "pipeline/text/chars.hpp"

#include "base/text.hpp"

namespace ev::doc {

bool is_letter(char32_t c) {
  if (c < 0x80) return is_alpha(static_cast<char>(c));
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c == 0xD7 || c == 0xF7) return false;
  if (c >= 0x2000 && c <= 0x209F) return c == 0x2071 || c == 0x207F || c >= 0x2090;
  if (c >= 0x20A0 && c <= 0x20CF) return false;
  if (c >= 0x2190 && c <= 0x2BFF) return false;
  if (c >= 0x3000 && c <= 0x303F) return false;
  if (c >= 0xE000 && c <= 0xF8FF) return false;
  if (c >= 0xFF00 && c <= 0xFF0F) return false;
  return c != 0xFEFF && c != 0xFFFD;
}

bool word_at(std::string_view s, std::size_t i) {
  if (i >= s.size()) return false;
  if (is_ascii(s[i])) return is_alnum(s[i]);
  return is_letter(text::next_code_point(s, i));
}

char32_t code_point_before(std::string_view s, std::size_t i) {
  if (i == 0 || i > s.size()) return 0;
  std::size_t at = i - 1;
  while (at > 0 && i - at < 4 && (static_cast<unsigned char>(s[at]) & 0xC0u) == 0x80u) --at;
  return text::next_code_point(s, at);
}

bool word_before(std::string_view s, std::size_t i) {
  if (i == 0 || i > s.size()) return false;
  if (is_ascii(s[i - 1])) return is_alnum(s[i - 1]);
  return is_letter(code_point_before(s, i));
}

std::size_t skip_blanks(std::string_view s, std::size_t i) {
  while (i < s.size()) {
    if (is_blank(s[i])) {
      ++i;
      continue;
    }
    if (is_ascii(s[i])) return i;
    std::size_t next = i;
    const char32_t c = text::next_code_point(s, next);
    const bool space = c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x3000;
    if (!space) return i;
    i = next;
  }
  return i;
}

}  // namespace ev::doc
