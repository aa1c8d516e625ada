#include "pipeline/extract/allocation.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kDividedReach = 24;  // tokens between two arms of one allocation

constexpr double kAlike = 1.7;  // ratio of two arms; a whole is about twice one of them

bool is_count(const Line& line, const doc::Number& number) {
  const std::size_t next = line.token_from(number.end);
  return number.integer && !number.percent && !number.hyphen_after && !number.glued_after &&
         number.value >= 2 && next < line.tokens.size() &&
         (line.kinds[next] & (kind::time | kind::unit)) == 0;
}

bool is_within_ratio(double a, double b, double ratio) {
  return a <= ratio * b && b <= ratio * a;
}

std::span<const doc::Token> tokens_between(const Line& line, const doc::Number& a,
                                           const doc::Number& b) {
  const std::size_t from = line.token_from(a.end);
  const std::size_t to = std::max(from, line.token_from(b.begin));
  return std::span(line.tokens).subspan(from, to - from);
}

// "5 to 10 mg".
bool begins_range(const Line& line, const doc::Number& number) {
  static const Patterns kRange = {"to #"};
  const std::size_t next = line.token_from(number.end);
  return next < line.tokens.size() && kRange.match_at(line.tokens, next);
}

// "120 adults, 61 to tea and 59 to water": the first is the whole of the others.
bool holds_both(const Line& line, const doc::Number& whole, const doc::Number& last) {
  return std::any_of(line.numbers.begin(), line.numbers.end(), [&](const doc::Number& other) {
    return other.begin > whole.begin && other.begin < last.begin &&
           other.value + last.value == whole.value && !begins_range(line, other);
  });
}

// "61 adults were randomized to tea or water, and 59 received it": the first are no arm.
bool offers_choice(std::span<const doc::Token> between) {
  static const Patterns kChoice = {"or|either|versus|vs"};
  return find_any(kChoice, between).has_value();
}

// "98 adults to tea and 97 to water": one verb shares both out.
bool are_arms(const Line& line, const doc::Number& a, const doc::Number& b) {
  static const Patterns kShared = {
      "randomi*ed|randomly|assigned|allocated|divided|received|treated"};
  static const Patterns kGot = {"to|received|receiving|took|underwent|given|treated"};
  static const Patterns kGets = {"to|received|receiving|took|underwent", "treated with",
                                 "were|was <1> given|assigned|allocated|randomi*ed"};
  if (!is_within_ratio(a.value, b.value, kAlike) || holds_both(line, a, b)) return false;
  const auto between = tokens_between(line, a, b);
  if (offers_choice(between)) return false;
  std::size_t next = line.token_from(b.end);
  if ((line.kinds[next] & kind::person) != 0) ++next;
  return between.size() < kDividedReach && kGets.match_at(line.tokens, next) &&
         find_any(kGot, between) && find_any(kShared, line);
}

// Every bracket that opens closes.
bool is_balanced(std::string_view text) {
  const auto times = [&](char c) { return std::count(text.begin(), text.end(), c); };
  return times('(') == times(')') && times('[') == times(']');
}

// "in 18 adults with gout and in 20 healthy subjects": two kinds, each with its noun.
bool are_two_kinds(const Line& line, const doc::Number& a, const doc::Number& b) {
  const std::size_t begin = line.token_from(a.begin);
  if (begin == 0 || line.tokens[begin - 1].folded != "in") return false;
  static const Patterns kOthers = {
      "controls|control|whom|which|them|these|men|women|males|females|boys|girls"};
  constexpr WordKinds kClause = kind::verb | kind::auxiliary | kind::pronoun;
  constexpr std::size_t kNear = 5;  // tokens from a number to its noun
  const auto noun_behind = [&](const doc::Number& number) {
    std::size_t at = line.token_from(number.end);
    const std::size_t most = std::min(at + kNear, line.tokens.size());
    constexpr WordKinds kEnds = kClause | kind::preposition | kind::time | kind::unit;
    while (at < most && (line.kinds[at] & (kEnds | kind::person)) == 0) ++at;
    return at < most && (line.kinds[at] & kind::person) != 0 ? at : line.tokens.size();
  };
  const std::size_t first = noun_behind(a);
  const std::size_t second = noun_behind(b);
  const std::size_t to = line.token_from(b.begin);
  if (first >= to || second >= line.tokens.size()) return false;
  if (!is_balanced(line.text.substr(a.end, b.begin - a.end))) return false;
  // "Of 120 adults, 60 men and 60 women": the first is the whole.
  const bool third = std::any_of(line.numbers.begin(), line.numbers.end(), [&](const auto& other) {
    return other.begin > a.begin && other.begin < b.begin && is_count(line, other) &&
           is_balanced(line.text.substr(a.end, other.begin - a.end));
  });
  if (third) return false;
  const auto between = std::span(line.tokens).subspan(first, second + 1 - first);
  for (std::size_t i = first; i < second; ++i) {
    if ((line.kinds[i] & kClause) != 0) return false;
  }
  return between.size() < kDividedReach && !find_any(kOthers, between);
}

// "20 old and 70 young women", "60 men and 66 women".
bool are_kinds_of_people(const Line& line, const doc::Number& a, const doc::Number& b) {
  static const Patterns kSexes = {
      "men|women|males|females|boys|girls|male|female ?patients|subjects|participants|volunteers "
      "and"};
  static const Patterns kSexed = {"<1> men|women|males|females|male|female|boys|girls"};
  const auto between = tokens_between(line, a, b);
  if (are_two_kinds(line, a, b)) return true;
  if (line.text.substr(a.end, b.begin - a.end).find_first_of("(),;:") != std::string_view::npos)
    return false;
  if (between.size() < 2 || between.size() > 3) return false;
  const std::size_t first = line.token_from(a.end);
  const std::size_t next = line.token_from(b.end);
  if (kSexes.match_at(line.tokens, first) && kSexed.match_at(line.tokens, next)) return true;
  if (!is_within_ratio(a.value, b.value, 6)) return false;
  // An adjective each and one noun for both.
  constexpr WordKinds kNoAdjective = kind::preposition | kind::conjunction | kind::auxiliary |
                                     kind::verb | kind::pronoun | kind::person | kind::animal |
                                     kind::generic;
  for (std::size_t i = first; i + 1 < first + between.size(); ++i) {
    if ((line.kinds[i] & kNoAdjective) != 0) return false;
  }
  return next + 1 < line.tokens.size() && (line.kinds[next] & kNoAdjective) == 0 &&
         (line.kinds[next + 1] & kind::person) != 0;
}

using Joined = bool (*)(const Line&, const doc::Number&, const doc::Number&);

bool are_parts(const Line& line, const doc::Number& a, const doc::Number& b, Joined joined) {
  const std::size_t at = line.token_from(b.begin);
  if (at < 2 || !is_count(line, a) || !is_count(line, b)) return false;
  const bool again = line.tokens[at - 1].folded == "in";  // "in 18 men and in 20 women"
  const std::string& joint = line.tokens[at - (again ? 2 : 1)].folded;
  return (joint == "and" || joint == "or" || joint == "versus") && joined(line, a, b);
}

std::optional<double> part_beside(const Line& line, const doc::Number& number, Joined joined) {
  for (const doc::Number& other : line.numbers) {
    const bool before = other.begin < number.begin;
    if (other.begin == number.begin) continue;
    if (are_parts(line, before ? other : number, before ? number : other, joined))
      return other.value;
  }
  return std::nullopt;
}

// "61 to water", "61 adults received water": what an arm's size is followed by.
bool tells_who_got_it(const Line& line, const doc::Number& number) {
  static const Patterns kGets = {"to|received|receiving|took|underwent", "treated with",
                                 "were|was <2> given|assigned|allocated|randomi*ed|treated"};
  std::size_t next = line.token_from(number.end);
  if (next < line.tokens.size() && (line.kinds[next] & kind::person) != 0) ++next;
  return next < line.tokens.size() && kGets.match_at(line.tokens, next).has_value();
}

// "61 adults for tea and 59 for water".
bool share_a_preposition(const Line& line, const doc::Number& a, const doc::Number& b) {
  static const Patterns kFor = {"for|on|with"};
  const std::size_t first = line.token_from(a.end);
  const std::size_t second = line.token_from(b.end);
  return second < line.tokens.size() && (line.kinds[first] & kind::person) != 0 &&
         kFor.match_at(line.tokens, second) &&
         line.tokens[first + 1].folded == line.tokens[second].folded;
}

// "to tea", "received tea", but not "21 to 40 years".
bool tells_what_they_got(std::span<const doc::Token> words) {
  static const Patterns kGot = {"received|receiving|took|underwent|given|treated"};
  if (find_any(kGot, words)) return true;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i].folded == "to" && !doc::is_digit(words[i + 1].folded.front())) return true;
  }
  return false;
}

// Two sizes one after the other: what the first got stands between them, and no choice of two.
bool follow_each_other(const Line& line, const doc::Number& a, const doc::Number& b) {
  constexpr double kUnequal = 2.5;  // ratio of two arms
  static const Patterns kDrawn = {"<1> were|was <2> assigned|allocated|randomi*ed"};
  static const Patterns kWhole = {"groups|arms|each"};  // "74 adults in two groups, each 37 adults"
  const auto between = tokens_between(line, a, b);
  const bool alike = is_within_ratio(a.value, b.value, kUnequal) && between.size() < kDividedReach;
  if (!alike || offers_choice(between) || find_any(kWhole, between)) return false;
  const bool apart = line.text.substr(a.end, b.begin - a.end).find(';') != std::string_view::npos;
  if (apart && !kDrawn.match_at(line.tokens, line.token_from(b.end))) return false;
  return (tells_who_got_it(line, b) && tells_what_they_got(between)) ||
         share_a_preposition(line, a, b);
}

}  // namespace

std::vector<doc::Number> shared_out(const Line& line) {
  std::vector<doc::Number> out;
  for (const doc::Number& number : line.numbers) {
    if (!is_count(line, number) || begins_range(line, number)) continue;
    const std::size_t next = line.token_from(number.end);
    const bool people = (line.kinds[next] & kind::person) != 0;
    if (!people && !tells_who_got_it(line, number) &&
        (out.empty() || !share_a_preposition(line, out.back(), number))) {
      continue;
    }
    if (!out.empty() && follow_each_other(line, out.back(), number)) {
      out.push_back(number);
    } else if (out.size() < 2) {
      out = {number};
    } else {
      break;
    }
  }
  if (out.size() < 2) return {};
  // The last is told by the line's end, and none is the whole of the others.
  double sum = 0;
  for (const doc::Number& number : out) sum += number.value;
  const bool whole = std::any_of(out.begin(), out.end(), [&](const doc::Number& number) {
    return out.size() > 2 && 2 * number.value == sum;
  });
  return whole ? std::vector<doc::Number>{} : out;
}

bool begins_division(const Line& line, const doc::Number& number, std::optional<std::size_t> noun) {
  static const Patterns kAllocated = {"?were|was ?randomly randomi*ed|assigned|allocated ?to"};
  static const Patterns kAgain = {"?were|was ?randomly randomi*ed|assigned|allocated"};
  if (!noun) return false;
  const auto told = kAllocated.match_at(line.tokens, *noun + 1);
  if (!told || *told >= line.tokens.size()) return false;
  const std::size_t reach = std::min(*told + 6, line.tokens.size() - 1);
  for (const doc::Number& other : line.numbers) {
    if (other.begin < line.tokens[*told].begin || !other.integer || other.percent) continue;
    const std::size_t at = line.token_from(other.begin);
    const std::size_t next = line.token_from(other.end);
    if (at > reach || next >= line.tokens.size()) return false;
    const bool counts = (line.kinds[next] & (kind::time | kind::unit)) == 0;
    // "120 adults were randomized and 110 adults completed the study".
    static const Patterns kCompleted = {"<1> completed|finished|entered"};
    if (kCompleted.match_at(line.tokens, next)) continue;
    const bool joined = line.tokens[next].folded == "to" || kAgain.match_at(line.tokens, next) ||
                        (at > 0 && line.tokens[at - 1].folded == "and" && counts);
    if (is_within_ratio(number.value, other.value, 2) && joined) return true;
  }
  return false;
}

std::optional<double> arm_beside(const Line& line, const doc::Number& number) {
  return part_beside(line, number, are_arms);
}

std::optional<double> kind_beside(const Line& line, const doc::Number& number) {
  return part_beside(line, number, are_kinds_of_people);
}

}  // namespace ev::extract
