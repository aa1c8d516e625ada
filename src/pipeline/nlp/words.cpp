#include "pipeline/nlp/words.hpp"

#include <cstddef>

namespace ev::nlp {

namespace {

constexpr std::uint32_t kFnvStart = 2166136261U;  // FNV-1a (Fowler, Noll & Vo)
constexpr std::uint32_t kFnvPrime = 16777619U;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}
char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_telling_mark(char c) {
  return c == '%' || c == '<' || c == '>' || c == '=' || c == '?' || c == ':';
}
void add(std::uint32_t& hash, char c) {
  hash = (hash ^ static_cast<unsigned char>(c)) * kFnvPrime;
}

// From the first letter or digit on; moves behind the word.
std::uint32_t word_from(std::string_view text, std::size_t& at) {
  std::uint32_t hash = kFnvStart;
  while (at < text.size() && is_word(text[at])) {
    if (!is_digit(text[at])) {
      add(hash, lowered(text[at++]));
      continue;
    }
    add(hash, '0');
    const auto in_number = [&](std::size_t i) {
      if (i >= text.size()) return false;
      const bool point = (text[i] == '.' || text[i] == ',') && i + 1 < text.size();
      return is_digit(text[i]) || (point && is_digit(text[i + 1]));
    };
    while (in_number(at)) ++at;
  }
  return hash;
}

}  // namespace

std::vector<std::uint32_t> word_numbers(std::string_view text) {
  std::vector<std::uint32_t> out;
  out.reserve(text.size() / 5);
  for (std::size_t at = 0; at < text.size();) {
    if (is_word(text[at])) {
      out.push_back(word_from(text, at));
      continue;
    }
    if (is_telling_mark(text[at])) {
      std::uint32_t hash = kFnvStart;
      add(hash, text[at]);
      out.push_back(hash);
    }
    ++at;
  }
  return out;
}

std::uint32_t word_number(std::string_view word) {
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (is_word(word[at])) return word_from(word, at);
    if (!is_telling_mark(word[at])) continue;
    std::uint32_t hash = kFnvStart;
    add(hash, word[at]);
    return hash;
  }
  return 0;
}

}  // namespace ev::nlp
