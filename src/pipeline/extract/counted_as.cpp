// Those who were randomized, and those who were analysed: the number of which a sentence itself
// says so, no other counted between.
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// "aged 30 to 70 years".
bool tells_time(const Line& line, const doc::Number& number) {
  static const Patterns kRange = {"to|and|through #"};
  std::size_t next = line.token_from(number.end);
  if (const auto range = kRange.match_at(line.tokens, next)) next = *range;
  return next < line.tokens.size() && (line.kinds[next] & kind::time) != 0;
}

bool may_count_people(const Line& line, const doc::Number& number) {
  return number.integer && !number.percent && !number.hyphen_after && !number.glued_after &&
         number.value >= 2 && !tells_time(line, number);
}

// "300 adults were randomized", but not "1200 came and 300 were randomized".
bool is_told_of(const Line& line, const doc::Number& number, const Patterns& said) {
  const std::size_t next = line.token_from(number.end);
  const auto end = said.match_at(line.tokens, next);
  if (!end) return false;
  const std::size_t verb = line.tokens[*end - 1].begin;
  const auto between = [&](const doc::Number& other) {
    return other.begin >= number.end && other.begin < verb && !tells_time(line, other);
  };
  const std::string_view gap = line.text.substr(number.end, verb - number.end);
  return gap.find_first_of(";:") == std::string_view::npos && gap.find(". ") == gap.npos &&
         std::none_of(line.numbers.begin(), line.numbers.end(), between);
}

// "40 were randomized to tea and 42 to milk": one of the arms.
bool is_of_an_arm(const Reading& reading, const Line& line, const doc::Number& number) {
  static const Patterns kOther = {
      "randomi*ed|assigned|allocated|divided to|into <14> # <2> to|into|received"};
  const std::vector<Arm>& arms = arms_of(reading).arms();
  return find_any(kOther, line, line.token_from(number.end)).has_value() ||
         std::any_of(arms.begin(), arms.end(),
                     [&](const Arm& arm) { return arm.n && *arm.n == number.value; });
}

struct CountedWords {
  const Patterns& behind;
  const Patterns& before;  // ends where the number begins
  const char* reason;
};

Findings counted_as(const Reading& reading, const CountedWords& words) {
  constexpr std::size_t kFarthest = 4;  // tokens before the number
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() == doc::Role::background) continue;
    for (const doc::Number& number : line.numbers) {
      const std::size_t first = line.token_from(number.begin);
      const std::size_t from = first - std::min(first, kFarthest);
      const auto before = find_any(words.before, std::span(line.tokens).first(first), from);
      const bool told = is_told_of(line, number, words.behind) || (before && before->last == first);
      if (!may_count_people(line, number) || !told || is_of_an_arm(reading, line, number)) continue;
      Candidate candidate = quoted(reading, line.span(number.begin, number.end), 0.85);
      candidate.text = std::to_string(static_cast<long long>(number.value));
      candidate.number = number.value;
      findings.candidates.push_back(std::move(candidate));
    }
  }
  leave_open_if_they_differ(findings);
  if (findings.candidates.empty()) findings.reason = words.reason;
  return findings;
}

}  // namespace

Findings find_number_randomized(const Reading& reading) {
  static const Patterns kBehind = {"<14> were|was <2> randomi*ed",
                                   "<14> were|was <2> randomly assigned|allocated|divided|selected",
                                   "<9> underwent randomi*ation", "<1> randomi*ed"};
  static const Patterns kBefore = {"we|and|then randomi*ed", "randomly assigned|allocated"};
  return counted_as(reading, {kBehind, kBefore, "no sentence counts those randomized"});
}

Findings find_number_analyzed(const Reading& reading) {
  static const Patterns kBehind = {
      "<9> were|was <2> analy*ed|evaluable|evaluated|assessed",
      "<9> were|was <2> included in the|our ?final|primary analysis|analyses", "<1> analy*ed"};
  static const Patterns kBefore = {"analy*ed|evaluated", "data|analysis from|of ?all|the"};
  return counted_as(reading, {kBehind, kBefore, "no sentence counts those analysed"});
}

}  // namespace ev::extract
