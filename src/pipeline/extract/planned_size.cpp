#include "pipeline/extract/planned_size.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"

namespace ev::extract {

namespace {

bool stands_at(const Patterns& patterns, const Sentence& s, std::size_t token) {
  return token < s.tokens.size() && patterns.match_at(s.tokens, token).has_value();
}

// How many other numbers stand between the words of a plan and this one; none without a plan.
std::optional<int> plan_before(const Sentence& s, std::size_t first) {
  static const Patterns kBefore = {
      "planned|intended|aimed|designed|expected|anticipated|projected|meant|hoped|scheduled to <2> "
      "include|enrol|enroll|recruit|randomi*e|study|accrue|reach|treat|assign",
      "will <1> include|enrol|enroll|recruit|randomi*e|involve",
      "was|were to <1> include|enrol|enroll|recruit|randomi*e|accrue",
      "target|planned|intended|projected|anticipated|calculated|estimated "
      "sample|size|enrolment|enrollment|recruitment|accrual|number",
      "target|goal of|was",
      "sample|accrual|recruitment|enrolment|enrollment target|goal",
      "of ?the|a planned|intended|targeted|projected|anticipated|target #"};
  constexpr std::size_t kWindow = 12;
  const std::size_t from = first >= kWindow ? first - kWindow : 0;
  const auto plan = find_any(kBefore, std::span(s.tokens).subspan(from, first + 1 - from));
  if (!plan) return std::nullopt;
  const std::size_t end = from + plan->last;
  if (end > first) return 0;
  int others = 0;
  for (std::size_t i = from + plan->first; i < first; ++i)
    others += doc::is_digit(s.tokens[i].folded.front()) ? 1 : 0;
  constexpr std::size_t kNear = 5;
  return others == 0 && first - end > kNear ? std::nullopt : std::optional(others);
}

// "900 adults were planned", "a sample size of 900 was calculated", but not "900 adults were
// planned for surgery".
bool was_planned(const Sentence& s, std::size_t token) {
  static const Patterns kPlanned = {
      "were|was|had <2> planned|intended|projected|anticipated|targeted|calculated"};
  static const Patterns kOther = {"for|as", "to <1> undergo|receive|have|start|begin|get"};
  const auto end = token < s.tokens.size() ? kPlanned.match_at(s.tokens, token) : std::nullopt;
  return end && !stands_at(kOther, s, *end);
}

}  // namespace

bool is_planned_size(const Sentence& s, const doc::Number& number, std::size_t after) {
  static const Patterns kAfter = {"will|should be", "are|were|was to be",
                                  "was ?the target|goal|aim"};
  static const Patterns kNext = {"planned|targeted|anticipated|projected"};
  if (plan_before(s, s.token_from(number.begin)) == 0) return true;
  return stands_at(kNext, s, s.token_from(number.end)) || stands_at(kAfter, s, after) ||
         was_planned(s, after);
}

bool is_reached_size(const Sentence& s, const doc::Number& number) {
  static const Patterns kBefore = {"reached|accrued|recruited|enrolled|included|after <1> #"};
  static const Patterns kAfter = {"were|was <2> reached|accrued"};
  static const Patterns kOfPlan = {
      "of ?the|a ?originally|initially # ?originally|initially "
      "planned|intended|targeted|projected|anticipated"};
  const std::size_t first = s.token_from(number.begin);
  if (stands_at(kOfPlan, s, s.token_from(number.end))) return true;
  if (plan_before(s, first).value_or(0) == 0) return false;
  const std::size_t from = first > 2 ? first - 2 : 0;
  return find_any(kBefore, std::span(s.tokens).subspan(from, first + 1 - from)) ||
         stands_at(kAfter, s, s.token_from(number.end));
}

}  // namespace ev::extract
