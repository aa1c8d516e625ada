#include "tools/untrusted.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ev::tools {

namespace {

// Phrases no abstract uses about its own subject. Single common words ("assistant", "prompt") are
// left out: they would flag papers about language models.
constexpr std::array<std::string_view, 16> kPhrases = {
    "ignore previous instructions",
    "ignore all previous",
    "ignore the above",
    "ignore all prior",
    "disregard previous",
    "disregard all previous",
    "disregard the above",
    "you are an ai",
    "as an ai language model",
    "you are a language model",
    "system prompt",
    "give a positive review",
    "do not mention any",
    "do not tell the user",
    "new instructions:",
    "note to llm",
};

bool hides_text(std::string_view s) {
  for (std::size_t i = 0; i < s.size();) {
    const char32_t c = text::next_code_point(s, i);
    const bool bidi_override = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (bidi_override || (c >= 0xE0000 && c <= 0xE007F)) return true;
  }
  return false;
}

// Printable ASCII, as most texts are: nothing to hide, nothing to decompose.
bool is_plain(std::string_view s) {
  return std::all_of(s.begin(), s.end(),
                     [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; });
}

std::size_t pair_at(std::string_view s, std::size_t i) {
  return static_cast<std::size_t>(static_cast<unsigned char>(s[i])) << 8 |
         static_cast<unsigned char>(s[i + 1]);
}

// One pass over the text: few pairs of letters begin a phrase.
bool has_phrase(std::string_view folded) {
  static const std::array<bool, 65'536> kBegins = [] {
    std::array<bool, 65'536> begins{};
    for (const std::string_view phrase : kPhrases) begins[pair_at(phrase, 0)] = true;
    return begins;
  }();
  for (std::size_t i = 0; i + 1 < folded.size(); ++i) {
    if (!kBegins[pair_at(folded, i)]) continue;
    for (const std::string_view phrase : kPhrases) {
      if (folded.substr(i, phrase.size()) == phrase) return true;
    }
  }
  return false;
}

bool suspicious(std::string_view s) {
  if (is_plain(s)) return has_phrase(text::to_lower_ascii(s));
  return hides_text(s) || has_phrase(text::fold(text::displayable(s)));
}

}  // namespace

bool addresses_a_model(const model::Article& article) {
  if (suspicious(article.title) || suspicious(article.abstract)) return true;
  for (const model::OtherAbstract& other : article.other_abstracts) {
    if (suspicious(other.text)) return true;
  }
  return false;
}

}  // namespace ev::tools
