#include "pipeline/extract/spread.hpp"

#include "base/text.hpp"
#include "pipeline/extract/phrase.hpp"

#include <algorithm>
#include <string_view>

namespace ev::extract {

namespace {

constexpr std::size_t kFarthestUnit = 3;  // bytes

constexpr const char* kSpreadWords =
    "sd|sds|se|sem|iqr|standard|interquartile|range|ranged|ranging|deviation|error|s|d|e|m";

// What stands before a number and after the one before it, without the sign taken for its own: the
// minus of "+/-3".
std::string_view gap_before_number(const Sentence& sentence, std::size_t i) {
  const std::size_t from = i == 0 ? 0 : sentence.numbers[i - 1].end;
  return text::trim(sentence.text.substr(from, sentence.numbers[i].begin - from));
}

bool ends_in_spread_sign(std::string_view gap, bool minus) {
  for (const std::string_view sign : {"\u00B1", "+/-", "+-", "+ -", "+/ -"}) {
    if (gap.ends_with(sign)) return true;
  }
  return minus && (gap.ends_with("+/") || gap.ends_with('+'));
}

// "(SD 3", "SD = 3", "standard deviation, 3".
bool follows_spread_word(const Sentence& sentence, std::size_t number_token) {
  static const Pattern kWords("sd|sds|se|sem|deviation");
  static const Patterns kSpelled = {"s d|e", "s e m", "standard error"};
  if (number_token == 0) return false;
  std::size_t at = number_token - 1;
  static const Pattern kJoint("of|was|is");
  if (kJoint.match_at(sentence.tokens, at) && at > 0) --at;
  if (kWords.match_at(sentence.tokens, at)) return true;
  const auto spelled = [&](std::size_t length) {
    return at + 1 >= length && kSpelled.match_at(sentence.tokens, at + 1 - length) == at + 1;
  };
  return spelled(2) || spelled(3);
}

// The number directly before the bracket that closes between `number` and its unit.
std::optional<std::size_t> before_bracket(const Sentence& sentence, std::size_t i) {
  const std::size_t open = sentence.text.substr(0, sentence.numbers[i].begin).find_last_of("([");
  if (open == std::string_view::npos) return std::nullopt;
  for (std::size_t j = i; j-- > 0;) {
    if (sentence.numbers[j].end > open) continue;
    const std::size_t end = sentence.numbers[j].end;
    const bool adjacent = text::trim(sentence.text.substr(end, open - end)).empty();
    return adjacent ? std::optional(j) : std::nullopt;
  }
  return std::nullopt;
}

// Only numbers and words for a spread stand in the bracket.
bool tells_spread(const Sentence& sentence, std::size_t begin, std::size_t end) {
  static const Pattern kWords(kSpreadWords);
  static const Patterns kOther = {"to|and|of", "#"};
  for (std::size_t t = sentence.token_from(begin); t < sentence.tokens.size(); ++t) {
    if (sentence.tokens[t].begin >= end) break;
    if (!kWords.match_at(sentence.tokens, t) && !kOther.match_at(sentence.tokens, t)) return false;
  }
  return true;
}

// The token behind `byte`, over "(SD)".
std::size_t unit_from(const Sentence& sentence, std::size_t byte) {
  static const Patterns kNames = {"s d|e", "s e m", "sd|se|sem"};
  const std::size_t at = sentence.token_from(byte);
  const auto named = kNames.match_at(sentence.tokens, at);
  const bool bracketed = named && sentence.tokens[at].begin > 0 &&
                         (sentence.text[sentence.tokens[at].begin - 1] == '(' ||
                          sentence.text[sentence.tokens[at].begin - 1] == '[');
  return bracketed ? *named : at;
}

}  // namespace

bool is_spread(const Sentence& sentence, std::size_t i) {
  const doc::Number& number = sentence.numbers[i];
  const std::string_view gap = gap_before_number(sentence, i);
  const bool minus = sentence.text[number.begin] == '-';
  return ends_in_spread_sign(gap, minus) ||
         follows_spread_word(sentence, sentence.token_from(number.begin));
}

std::optional<std::size_t> mean_of_spread(const Sentence& sentence, std::size_t i) {
  if (i == 0 || !is_spread(sentence, i)) return std::nullopt;
  const bool joined =
      tells_spread(sentence, sentence.numbers[i - 1].end, sentence.numbers[i].begin);
  return joined ? std::optional(i - 1) : std::nullopt;
}

std::optional<Measured> measured_at(const Sentence& sentence, std::size_t i) {
  const doc::Number& number = sentence.numbers[i];
  const std::size_t unit = unit_from(sentence, number.end);
  if (unit >= sentence.tokens.size()) return std::nullopt;
  const std::size_t begin = std::max(number.end, unit == 0 ? 0 : sentence.tokens[unit - 1].end);
  if (sentence.tokens[unit].begin - begin > kFarthestUnit) return std::nullopt;
  const std::string_view gap =
      sentence.text.substr(number.end, sentence.tokens[unit].begin - number.end);
  if (gap.starts_with(')') || gap.starts_with(']')) {
    const auto mean = before_bracket(sentence, i);
    const bool spread = mean && tells_spread(sentence, sentence.numbers[*mean].end, number.end);
    return spread ? std::optional(Measured{*mean, unit}) : std::nullopt;
  }
  if (!is_spread(sentence, i)) return Measured{i, unit};
  const auto mean = mean_of_spread(sentence, i);
  return mean ? std::optional(Measured{*mean, unit}) : std::nullopt;
}

}  // namespace ev::extract
