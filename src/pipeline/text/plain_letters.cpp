#include "pipeline/text/plain_letters.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace ev::text {

namespace {

constexpr std::size_t kLongestTag = 120;
constexpr std::size_t kLongestEscape = 10;

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct Escape {
  char32_t code = 0;
  std::size_t size = 0;  // bytes it is written in
};

std::optional<char32_t> number(std::string_view digits, int base) {
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size() || value == 0 ||
      value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return std::nullopt;
  return value;
}

std::optional<Escape> entity(std::string_view s) {
  const std::size_t end = s.substr(0, kLongestEscape).find(';');
  if (end == std::string_view::npos || end < 3) return std::nullopt;
  const std::string_view name = s.substr(1, end - 1);
  std::optional<char32_t> code;
  if (name[0] == '#') {
    const bool hex = name[1] == 'x' || name[1] == 'X';
    code = number(name.substr(hex ? 2 : 1), hex ? 16 : 10);
  } else {
    static const std::unordered_map<std::string_view, char32_t> kNames = {
        {"lt", U'<'},    {"gt", U'>'},     {"amp", U'&'},    {"quot", U'"'},
        {"nbsp", 0xA0u}, {"shy", 0x00ADu}, {"zwj", 0x200Du}, {"zwnj", 0x200Cu}};
    if (const auto it = kNames.find(name); it != kNames.end()) code = it->second;
  }
  if (!code) return std::nullopt;
  return Escape{*code, end + 1};
}

std::optional<Escape> escape_at(std::string_view s) {
  if (s[0] == '&') return entity(s);
  const std::size_t prefix = s[0] == '%' ? 1 : 2;
  const std::size_t digits = s[0] == '%' ? 2 : 4;
  if (s.size() < prefix + digits || (s[0] == '\\' && s[1] != 'u')) return std::nullopt;
  const auto code = number(s.substr(prefix, digits), 16);
  // "50%20" of a percentage and bytes of UTF-8 stay.
  if (!code || (s[0] == '%' && (*code < 0x20 || *code > 0x7E))) return std::nullopt;
  return Escape{*code, prefix + digits};
}

}  // namespace

char like(char letter) {
  const char lower = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  return lower == 'l' ? 'i' : lower;
}

char written_as(char c) {
  switch (c) {
    case '0':
      return 'o';
    case '1':
    case '|':
    case '!':
      return 'i';
    case '3':
      return 'e';
    case '4':
    case '@':
      return 'a';
    case '5':
    case '$':
      return 's';
    case '7':
      return 't';
    default:
      return 0;
  }
}

char looks_like(char32_t c) {
  // Letters in black squares and circles, and the halves of flags.
  if (c >= 0x1F130 && c <= 0x1F189) return static_cast<char>('a' + (c - 0x1F130) % 32 % 26);
  if (c >= 0x1F1E6 && c <= 0x1F1FF) return static_cast<char>('a' + (c - 0x1F1E6));
  static const std::unordered_map<char32_t, char> kLetters = [] {
    std::unordered_map<char32_t, char> out;
    const DataTable table = data_table("lexicon/confusables.tsv");
    for (const auto& row : table.rows()) {
      std::size_t at = 0;
      const std::string_view letter = row["letter"];
      out.emplace(next_code_point(letter, at), row["latin"].front());
    }
    return out;
  }();
  const auto it = kLetters.find(c);
  return it == kLetters.end() ? '\0' : it->second;
}

bool is_word_of_its_own(char32_t c) {
  return (c >= 0x3040 && c <= 0x9FFF) || (c >= 0x20000 && c <= 0x3FFFF) ||
         (c >= 0x0E00 && c <= 0x0E7F);
}

bool is_punctuation(char32_t c) {
  return c == 0xA0 || c == 0xAB || c == 0xBB || c == 0xB7 || (c >= 0x2000 && c <= 0x2BFF) ||
         (c >= 0x3000 && c <= 0x303F) || (c >= 0xFE10 && c <= 0xFE6F) || c >= 0x1F000;
}

bool hides_text(std::string_view s) {
  int selectors = 0;
  for (std::size_t i = 0; i < s.size();) {
    const char32_t c = next_code_point(s, i);
    const bool bidi_override = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (bidi_override || (c >= 0xE0000 && c <= 0xE007F)) return true;
    const bool selector = (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
    selectors = selector ? selectors + 1 : 0;
    if (selectors > 2) return true;
  }
  return false;
}

std::string without_escapes(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (std::size_t i = 0; i < s.size();) {
    const char c = s[i];
    if (c == '&' || c == '%' || c == '\\') {
      if (const auto escape = escape_at(s.substr(i))) {
        append_utf8(out, escape->code);
        i += escape->size;
        continue;
      }
    }
    out += c;
    ++i;
  }
  return out;
}

std::string without_tags(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t open = s.find('<', i);
    out += s.substr(i, open == std::string_view::npos ? open : open - i);
    if (open == std::string_view::npos) break;
    std::size_t name = open + 1;
    if (name < s.size() && s[name] == '/') ++name;
    const std::size_t close = s.substr(0, open + kLongestTag).find_first_of("<>", open + 1);
    if (name < s.size() && is_ascii_letter(s[name]) && close != std::string_view::npos &&
        s[close] == '>') {
      i = close + 1;
    } else {
      out += '<';
      i = open + 1;
    }
  }
  return out;
}

std::string squeezed(std::string_view s) {
  const std::string folded = is_ascii(s) ? to_lower_ascii(s) : fold(displayable(s));
  std::string out;
  for (const char c : folded) {
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') out += c;
  }
  return out;
}

}  // namespace ev::text
