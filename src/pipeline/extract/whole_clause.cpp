#include "pipeline/extract/whole_clause.hpp"

#include "pipeline/extract/statistics.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestClause = 320;  // bytes of a clause that is quoted whole

std::optional<Stretch> whole_until(const Line& line, std::size_t begin, std::size_t end) {
  const bool readable = end > begin && end <= line.text.size() && end - begin <= kLongestClause;
  return readable ? std::optional(Stretch{begin, end}) : std::nullopt;
}

}  // namespace

std::optional<Stretch> whole_clause(const Line& line, const Stretch& stretch) {
  static const Patterns kJoins = {"and|but|whereas|while|however|also|moreover|thus|furthermore"};
  std::size_t first = line.token_from(stretch.begin);
  while (kJoins.match_at(line.tokens, first)) ++first;
  if (first >= line.tokens.size()) return std::nullopt;
  std::size_t end = stretch.end;
  while (end > 0 && std::string_view(" ,;.").find(line.text[end - 1]) != std::string_view::npos)
    --end;
  const std::size_t begin = line.tokens[first].begin;
  // A long sentence is told when the bracket with its p value closes.
  if (end > begin + kLongestClause) {
    for (const PValue& p : p_values_in(line)) {
      if (p.begin > begin) return whole_until(line, begin, close_of(line.text, p.end) + 1);
    }
  }
  return whole_until(line, begin, end);
}

namespace {

// "either pulse (72 vs 80)", "more with tea (72 vs 80": what is said stands elsewhere.
bool says_little(const Line& line, const Stretch& clause, std::size_t figures) {
  static const Patterns kGoesOn = {
      "?and|but ?was|were|had|is|are more|less|greater|higher|lower|either|neither|both|than|in|"
      "with|to|for|by|of|on|at"};
  constexpr WordKinds kSaying = kind::auxiliary | kind::verb | kind::participle;
  const std::size_t first = line.token_from(clause.begin);
  if (clause.begin > 0 && kGoesOn.match_at(line.tokens, first)) return true;
  const std::size_t bracket = line.text.substr(0, figures).rfind('(');
  const bool closes = clause.end < line.text.size() && line.text[clause.end - 1] == ')';
  const std::size_t until = closes && bracket != std::string_view::npos ? bracket : clause.end;
  const std::size_t last = line.token_from(until);
  for (std::size_t i = first; i < last; ++i) {
    if ((line.kinds[i] & kSaying) != 0) return false;
  }
  return true;
}

// "…, but the difference was not significant"
bool takes_back(const Line& line, std::size_t end) {
  static const Patterns kBut = {"but|although|though <6> not|no|nonsignificant|insignificant"};
  return kBut.match_at(line.tokens, line.token_from(end)).has_value();
}

// "(20%) in the tea group (P<.01) and three of 10 in the water group": the next arm's.
bool goes_on_with_figure(const Line& line, std::size_t end) {
  if (!line.text.substr(end).starts_with(" and ")) return false;
  const std::size_t next = doc::first_number_from(line.numbers, end);
  constexpr std::size_t kNear = 8;
  return next < line.numbers.size() && line.numbers[next].begin <= end + kNear &&
         line.numbers[next].end + kNear < line.text.size();
}

}  // namespace

Stretch with_what_they_tell(const Line& line, const Stretch& figures, const Stretch& clause) {
  const Stretch around{std::min(figures.begin, clause.begin), std::max(figures.end, clause.end)};
  const auto holds = [&](const std::optional<Stretch>& told) {
    return told && told->begin <= figures.begin && figures.end <= told->end;
  };
  const bool assigned_later =
      line.text.substr(around.end).find("respectively") != std::string_view::npos;
  if (assigned_later || goes_on_with_figure(line, around.end) || takes_back(line, around.end)) {
    const auto told = whole_clause(line, {around.begin, line.text.size()});
    if (holds(told)) return *told;
  }
  if (says_little(line, around, figures.begin)) {
    for (const Stretch& wider : {Stretch{0, around.end}, Stretch{0, line.text.size()}}) {
      const auto told = whole_clause(line, wider);
      if (holds(told) && !says_little(line, wider, figures.begin)) return *told;
    }
  }
  if (const auto told = whole_clause(line, around); holds(told)) return *told;
  for (const Stretch& part : clauses_of(line)) {
    if (const auto told = whole_clause(line, part); holds(told)) return *told;
  }
  return figures;
}

}  // namespace ev::extract
