#include "pipeline/extract/allocation.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kDividedReach = 24;  // tokens between two arms of one allocation

constexpr double kAlike = 1.7;  // ratio of two arms; a whole is about twice one of them

bool is_count(const Sentence& sentence, const doc::Number& number) {
  const std::size_t next = sentence.token_from(number.end);
  return number.integer && !number.percent && !number.hyphen_after && !number.glued_after &&
         number.value >= 2 && next < sentence.tokens.size() &&
         (sentence.kinds[next] & (kind::time | kind::unit)) == 0;
}

bool is_within_ratio(double a, double b, double ratio) {
  return a <= ratio * b && b <= ratio * a;
}

std::span<const doc::Token> tokens_between(const Sentence& sentence, const doc::Number& a,
                                           const doc::Number& b) {
  const std::size_t from = sentence.token_from(a.end);
  const std::size_t to = std::max(from, sentence.token_from(b.begin));
  return std::span(sentence.tokens).subspan(from, to - from);
}

// "5 to 10 mg".
bool begins_range(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kRange = {"to #"};
  const std::size_t next = sentence.token_from(number.end);
  return next < sentence.tokens.size() && kRange.match_at(sentence.tokens, next);
}

// "120 adults, 61 to tea and 59 to water": the first is the whole of the others.
bool holds_both(const Sentence& sentence, const doc::Number& whole, const doc::Number& last) {
  return std::any_of(
      sentence.numbers.begin(), sentence.numbers.end(), [&](const doc::Number& other) {
        return other.begin > whole.begin && other.begin < last.begin &&
               other.value + last.value == whole.value && !begins_range(sentence, other);
      });
}

// "61 adults were randomized to tea or water, and 59 received it": the first are no arm.
bool offers_choice(std::span<const doc::Token> between) {
  static const Patterns kChoice = {"or|either|versus|vs"};
  return find_any(kChoice, between).has_value();
}

// "98 adults to tea and 97 to water": one verb shares both out.
bool are_arms(const Sentence& sentence, const doc::Number& a, const doc::Number& b) {
  static const Patterns kShared = {
      "randomi*ed|randomly|assigned|allocated|divided|received|treated"};
  static const Patterns kGot = {"to|received|receiving|took|underwent|given|treated"};
  static const Patterns kGets = {"to|received|receiving|took|underwent", "treated with",
                                 "were|was <1> given|assigned|allocated|randomi*ed"};
  if (!is_within_ratio(a.value, b.value, kAlike) || holds_both(sentence, a, b)) return false;
  const auto between = tokens_between(sentence, a, b);
  if (offers_choice(between)) return false;
  std::size_t next = sentence.token_from(b.end);
  if ((sentence.kinds[next] & kind::person) != 0) ++next;
  return between.size() < kDividedReach && kGets.match_at(sentence.tokens, next) &&
         find_any(kGot, between) && find_any(kShared, sentence);
}

// Every bracket that opens closes.
bool is_balanced(std::string_view text) {
  const auto times = [&](char c) { return std::count(text.begin(), text.end(), c); };
  return times('(') == times(')') && times('[') == times(']');
}

// "in 18 adults with gout and in 20 healthy subjects": two kinds, each with its noun.
bool are_two_kinds(const Sentence& sentence, const doc::Number& a, const doc::Number& b) {
  const std::size_t begin = sentence.token_from(a.begin);
  if (begin == 0 || sentence.tokens[begin - 1].folded != "in") return false;
  static const Patterns kOthers = {
      "controls|control|whom|which|them|these|men|women|males|females|boys|girls"};
  constexpr WordKinds kClause = kind::verb | kind::auxiliary | kind::pronoun;
  constexpr std::size_t kNear = 5;  // tokens from a number to its noun
  const auto noun_behind = [&](const doc::Number& number) {
    std::size_t at = sentence.token_from(number.end);
    const std::size_t most = std::min(at + kNear, sentence.tokens.size());
    constexpr WordKinds kEnds = kClause | kind::preposition | kind::time | kind::unit;
    while (at < most && (sentence.kinds[at] & (kEnds | kind::person)) == 0) ++at;
    return at < most && (sentence.kinds[at] & kind::person) != 0 ? at : sentence.tokens.size();
  };
  const std::size_t first = noun_behind(a);
  const std::size_t second = noun_behind(b);
  const std::size_t to = sentence.token_from(b.begin);
  if (first >= to || second >= sentence.tokens.size()) return false;
  if (!is_balanced(sentence.text.substr(a.end, b.begin - a.end))) return false;
  // "Of 120 adults, 60 men and 60 women": the first is the whole.
  const bool third =
      std::any_of(sentence.numbers.begin(), sentence.numbers.end(), [&](const auto& other) {
        return other.begin > a.begin && other.begin < b.begin && is_count(sentence, other) &&
               is_balanced(sentence.text.substr(a.end, other.begin - a.end));
      });
  if (third) return false;
  const auto between = std::span(sentence.tokens).subspan(first, second + 1 - first);
  for (std::size_t i = first; i < second; ++i) {
    if ((sentence.kinds[i] & kClause) != 0) return false;
  }
  return between.size() < kDividedReach && !find_any(kOthers, between);
}

// "20 old and 70 young women", "60 men and 66 women".
bool are_kinds_of_people(const Sentence& sentence, const doc::Number& a, const doc::Number& b) {
  static const Patterns kSexes = {
      "men|women|males|females|boys|girls|male|female ?patients|subjects|participants|volunteers "
      "and"};
  static const Patterns kSexed = {"<1> men|women|males|females|male|female|boys|girls"};
  const auto between = tokens_between(sentence, a, b);
  if (are_two_kinds(sentence, a, b)) return true;
  if (sentence.text.substr(a.end, b.begin - a.end).find_first_of("(),;:") != std::string_view::npos)
    return false;
  if (between.size() < 2 || between.size() > 3) return false;
  const std::size_t first = sentence.token_from(a.end);
  const std::size_t next = sentence.token_from(b.end);
  if (kSexes.match_at(sentence.tokens, first) && kSexed.match_at(sentence.tokens, next))
    return true;
  if (!is_within_ratio(a.value, b.value, 6)) return false;
  // An adjective each and one noun for both.
  constexpr WordKinds kNoAdjective = kind::preposition | kind::conjunction | kind::auxiliary |
                                     kind::verb | kind::pronoun | kind::person | kind::animal |
                                     kind::generic;
  for (std::size_t i = first; i + 1 < first + between.size(); ++i) {
    if ((sentence.kinds[i] & kNoAdjective) != 0) return false;
  }
  return next + 1 < sentence.tokens.size() && (sentence.kinds[next] & kNoAdjective) == 0 &&
         (sentence.kinds[next + 1] & kind::person) != 0;
}

using Joined = bool (*)(const Sentence&, const doc::Number&, const doc::Number&);

bool are_parts(const Sentence& sentence, const doc::Number& a, const doc::Number& b,
               Joined joined) {
  const std::size_t at = sentence.token_from(b.begin);
  if (at < 2 || !is_count(sentence, a) || !is_count(sentence, b)) return false;
  const bool again = sentence.tokens[at - 1].folded == "in";  // "in 18 men and in 20 women"
  const std::string& joint = sentence.tokens[at - (again ? 2 : 1)].folded;
  return (joint == "and" || joint == "or" || joint == "versus") && joined(sentence, a, b);
}

std::optional<double> part_beside(const Sentence& sentence, const doc::Number& number,
                                  Joined joined) {
  for (const doc::Number& other : sentence.numbers) {
    const bool before = other.begin < number.begin;
    if (other.begin == number.begin) continue;
    if (are_parts(sentence, before ? other : number, before ? number : other, joined))
      return other.value;
  }
  return std::nullopt;
}

// "61 to water", "61 adults received water": what an arm's size is followed by.
bool tells_who_got_it(const Sentence& sentence, const doc::Number& number) {
  static const Patterns kGets = {"to|received|receiving|took|underwent", "treated with",
                                 "were|was <2> given|assigned|allocated|randomi*ed|treated"};
  std::size_t next = sentence.token_from(number.end);
  if (next < sentence.tokens.size() && (sentence.kinds[next] & kind::person) != 0) ++next;
  return next < sentence.tokens.size() && kGets.match_at(sentence.tokens, next).has_value();
}

// "61 adults for tea and 59 for water".
bool share_a_preposition(const Sentence& sentence, const doc::Number& a, const doc::Number& b) {
  static const Patterns kFor = {"for|on|with"};
  const std::size_t first = sentence.token_from(a.end);
  const std::size_t second = sentence.token_from(b.end);
  return second < sentence.tokens.size() && (sentence.kinds[first] & kind::person) != 0 &&
         kFor.match_at(sentence.tokens, second) &&
         sentence.tokens[first + 1].folded == sentence.tokens[second].folded;
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
bool follow_each_other(const Sentence& sentence, const doc::Number& a, const doc::Number& b) {
  constexpr double kUnequal = 2.5;  // ratio of two arms
  static const Patterns kDrawn = {"<1> were|was <2> assigned|allocated|randomi*ed"};
  static const Patterns kWhole = {"groups|arms|each"};  // "74 adults in two groups, each 37 adults"
  const auto between = tokens_between(sentence, a, b);
  const bool alike = is_within_ratio(a.value, b.value, kUnequal) && between.size() < kDividedReach;
  if (!alike || offers_choice(between) || find_any(kWhole, between)) return false;
  const bool apart =
      sentence.text.substr(a.end, b.begin - a.end).find(';') != std::string_view::npos;
  if (apart && !kDrawn.match_at(sentence.tokens, sentence.token_from(b.end))) return false;
  return (tells_who_got_it(sentence, b) && tells_what_they_got(between)) ||
         share_a_preposition(sentence, a, b);
}

}  // namespace

std::vector<doc::Number> shared_out(const Sentence& sentence) {
  std::vector<doc::Number> out;
  for (const doc::Number& number : sentence.numbers) {
    if (!is_count(sentence, number) || begins_range(sentence, number)) continue;
    const std::size_t next = sentence.token_from(number.end);
    const bool people = (sentence.kinds[next] & kind::person) != 0;
    if (!people && !tells_who_got_it(sentence, number) &&
        (out.empty() || !share_a_preposition(sentence, out.back(), number))) {
      continue;
    }
    if (!out.empty() && follow_each_other(sentence, out.back(), number)) {
      out.push_back(number);
    } else if (out.size() < 2) {
      out = {number};
    } else {
      break;
    }
  }
  if (out.size() < 2) return {};
  // The last is told by the sentence's end, and none is the whole of the others.
  double sum = 0;
  for (const doc::Number& number : out) sum += number.value;
  const bool whole = std::any_of(out.begin(), out.end(), [&](const doc::Number& number) {
    return out.size() > 2 && 2 * number.value == sum;
  });
  return whole ? std::vector<doc::Number>{} : out;
}

bool begins_division(const Sentence& sentence, const doc::Number& number,
                     std::optional<std::size_t> noun) {
  static const Patterns kAllocated = {"?were|was ?randomly randomi*ed|assigned|allocated ?to"};
  static const Patterns kAgain = {"?were|was ?randomly randomi*ed|assigned|allocated"};
  if (!noun) return false;
  const auto told = kAllocated.match_at(sentence.tokens, *noun + 1);
  if (!told || *told >= sentence.tokens.size()) return false;
  const std::size_t reach = std::min(*told + 6, sentence.tokens.size() - 1);
  for (const doc::Number& other : sentence.numbers) {
    if (other.begin < sentence.tokens[*told].begin || !other.integer || other.percent) continue;
    const std::size_t at = sentence.token_from(other.begin);
    const std::size_t next = sentence.token_from(other.end);
    if (at > reach || next >= sentence.tokens.size()) return false;
    const bool counts = (sentence.kinds[next] & (kind::time | kind::unit)) == 0;
    // "120 adults were randomized and 110 adults completed the study".
    static const Patterns kCompleted = {"<1> completed|finished|entered"};
    if (kCompleted.match_at(sentence.tokens, next)) continue;
    const bool joined = sentence.tokens[next].folded == "to" ||
                        kAgain.match_at(sentence.tokens, next) ||
                        (at > 0 && sentence.tokens[at - 1].folded == "and" && counts);
    if (is_within_ratio(number.value, other.value, 2) && joined) return true;
  }
  return false;
}

std::optional<double> arm_beside(const Sentence& sentence, const doc::Number& number) {
  return part_beside(sentence, number, are_arms);
}

std::optional<double> kind_beside(const Sentence& sentence, const doc::Number& number) {
  return part_beside(sentence, number, are_kinds_of_people);
}

}  // namespace ev::extract
