#include "pipeline/workflow/untrusted.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

namespace ev::workflow {

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

bool is_plain(char c) {
  return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

// Printable ASCII, as most texts are: nothing to hide, nothing to decompose. Eight bytes at once:
// those below a blank, DEL and what is beyond ASCII are looked at one by one.
bool is_plain(std::string_view s) {
  constexpr std::uint64_t kEach = 0x0101010101010101u;
  std::size_t i = 0;
  for (; i + 8 <= s.size(); i += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, s.data() + i, 8);
    const std::uint64_t odd = bytes | (bytes - kEach * ' ') | (bytes + kEach);
    if ((odd & kEach * 0x80) == 0) continue;
    const std::string_view part = s.substr(i, 8);
    if (!std::all_of(part.begin(), part.end(), [](char c) { return is_plain(c); })) return false;
  }
  return std::all_of(s.begin() + static_cast<std::ptrdiff_t>(i), s.end(),
                     [](char c) { return is_plain(c); });
}

std::size_t pair_of(char first, char second) {
  return static_cast<std::size_t>(static_cast<unsigned char>(first)) << 8u |
         static_cast<unsigned char>(second);
}

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

constexpr std::size_t kShortestPhrase =
    std::min_element(kPhrases.begin(), kPhrases.end(), [](std::string_view a, std::string_view b) {
      return a.size() < b.size();
    })->size();

// By two letters at the end of a window as wide as the shortest phrase: how far the window can move
// before a phrase can begin with it (Wu & Manber 1994).
struct Windows {
  std::array<std::uint8_t, 65'536> steps{};
  std::array<std::uint16_t, 65'536> phrases{};  // as bits, those that may begin with it
};
static_assert(kPhrases.size() <= 16);

Windows windows() {
  Windows out;
  out.steps.fill(kShortestPhrase - 1);
  for (std::size_t k = 0; k < kPhrases.size(); ++k) {
    const std::string_view phrase = kPhrases[k];
    for (std::size_t i = 0; i + 1 < kShortestPhrase; ++i) {
      for (const char first : {phrase[i], upper(phrase[i])}) {
        for (const char second : {phrase[i + 1], upper(phrase[i + 1])}) {
          const std::size_t pair = pair_of(first, second);
          const auto step = static_cast<std::uint8_t>(kShortestPhrase - 2 - i);
          out.steps[pair] = std::min(out.steps[pair], step);
          if (step == 0)
            out.phrases[pair] = static_cast<std::uint16_t>(out.phrases[pair] | 1u << k);
        }
      }
    }
  }
  return out;
}

// In letters of any case.
bool has_phrase(std::string_view s) {
  static const Windows kWindows = windows();
  for (std::size_t i = 0; i + kShortestPhrase <= s.size();) {
    const std::size_t last = i + kShortestPhrase - 1;
    const std::size_t pair = pair_of(s[last - 1], s[last]);
    const std::size_t step = kWindows.steps[pair];
    if (step > 0) {
      i += step;
      continue;
    }
    for (unsigned left = kWindows.phrases[pair]; left != 0; left &= left - 1) {
      const std::string_view phrase = kPhrases[static_cast<std::size_t>(std::countr_zero(left))];
      if (text::starts_with_ignoring_ascii_case(s.substr(i), phrase)) return true;
    }
    ++i;
  }
  return false;
}

bool suspicious(std::string_view s) {
  if (is_plain(s)) return has_phrase(s);
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

}  // namespace ev::workflow
