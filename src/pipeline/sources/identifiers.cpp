#include "pipeline/sources/identifiers.hpp"

namespace ev::sources {

namespace {

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string orcid_in(std::string_view text) {
  for (std::size_t start = 0; start < text.size(); ++start) {
    std::string digits;
    std::size_t i = start;
    while (i < text.size() && digits.size() < 16) {
      const char c = text[i];
      const bool check_digit = digits.size() == 15 && (c == 'x' || c == 'X');
      if (is_ascii_digit(c) || check_digit) {
        digits += check_digit ? 'X' : c;
      } else if (c != '-' || digits.empty() || digits.size() % 4 != 0) {
        break;
      }
      ++i;
    }
    if (digits.size() == 16) {
      return digits.substr(0, 4) + "-" + digits.substr(4, 4) + "-" + digits.substr(8, 4) + "-" +
             digits.substr(12);
    }
  }
  return "";
}

}  // namespace ev::sources
