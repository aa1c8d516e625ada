#include "pipeline/extract/pico_words.hpp"

#include "pipeline/extract/lexicon.hpp"
#include "pipeline/text/word_table.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::extract {

namespace {

// Words of grammar and of trial reports whose identity tells, by blanks; others count by their
// kinds only.
constexpr std::string_view kOwnWords =
    "of in with for to by on at from and or versus vs was were is are the a an than between "
    "among after before during as that who which plus both either not no compared received "
    "receive receiving treated given randomized randomised randomly assigned allocated effect "
    "effects efficacy effectiveness safety treatment therapy group groups patients subjects "
    "participants placebo control significantly significant increased decreased reduced "
    "improved higher lower greater measured assessed evaluated outcome outcomes primary "
    "secondary difference differences changes change rate rates levels level score scores time "
    "years year age aged old weeks months days mg daily using use based study trial clinical "
    "incidence risk quality number mean we undergoing surgery all these had has have did be "
    "may can also combined alone baseline p n total women men children adults healthy";

// Groups of cue words, by blanks: what the nearest of them before or behind a token is.
constexpr std::string_view kGroups[] = {
    "receive received receiving given treated administered taking took administration infusion",
    "effect effects efficacy effectiveness impact influence benefit benefits safety",
    "measured assessed evaluated determined recorded monitored measure assess evaluate outcome "
    "outcomes endpoint endpoints measures",
    "increase increased increases decrease decreased decreases reduce reduced reduces improve "
    "improved improves higher lower greater fewer longer shorter",
    "randomized randomised randomly assigned allocated enrolled recruited included studied",
    "compared versus vs comparison comparing than",
    "difference differences change changes improvement reduction",
    "patients subjects participants women men children adults volunteers infants",
    "significant significantly p",
    "group groups arm arms"};

template <class Take>
constexpr void each_word(std::string_view words, Take take) {
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    take(words.substr(0, blank));
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
}

constexpr std::size_t count_of(std::string_view words) {
  std::size_t out = 0;
  each_word(words, [&out](std::string_view) { ++out; });
  return out;
}
static_assert(count_of(kOwnWords) == kPicoWords);
static_assert(std::size(kGroups) == kPicoGroups);

}  // namespace

const KnownWord& known_word(const doc::Token& token) {
  static const auto kKnown = [] {
    doc::WordTable<KnownWord> out(4096);
    const auto at = [&out](std::string_view word) -> KnownWord& { return out.at(word); };
    for (std::size_t i = 1; i <= lexicon_size(); ++i)
      at(lexicon_word(i)).lexicon = static_cast<std::uint16_t>(i);
    std::uint16_t index = 0;
    each_word(kOwnWords, [&](std::string_view word) { at(word).index = ++index; });
    for (std::size_t i = 0; i < kPicoGroups; ++i) {
      each_word(kGroups[i],
                [&](std::string_view word) { at(word).group = static_cast<std::uint16_t>(i); });
    }
    return out;
  }();
  return kKnown.of(token.folded, token.hash);
}

}  // namespace ev::extract
