#include "pipeline/extract/whole_clause.hpp"

#include "pipeline/extract/statistics.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestClause = 320;  // bytes of a clause that is quoted whole

std::optional<ByteRange> whole_until(const Sentence& sentence, std::size_t begin, std::size_t end) {
  const bool readable = end > begin && end <= sentence.text.size() && end - begin <= kLongestClause;
  return readable ? std::optional(ByteRange{begin, end}) : std::nullopt;
}

}  // namespace

std::optional<ByteRange> whole_clause(const Sentence& sentence, const ByteRange& range) {
  static const Patterns kJoins = {"and|but|whereas|while|however|also|moreover|thus|furthermore"};
  std::size_t first = sentence.token_from(range.begin);
  while (kJoins.match_at(sentence.tokens, first)) ++first;
  if (first >= sentence.tokens.size()) return std::nullopt;
  std::size_t end = range.end;
  while (end > 0 && std::string_view(" ,;.").find(sentence.text[end - 1]) != std::string_view::npos)
    --end;
  const std::size_t begin = sentence.tokens[first].begin;
  // A long sentence is told when the bracket with its p value closes.
  if (end > begin + kLongestClause) {
    for (const PValue& p : p_values_in(sentence)) {
      if (p.begin > begin) return whole_until(sentence, begin, close_of(sentence.text, p.end) + 1);
    }
  }
  return whole_until(sentence, begin, end);
}

namespace {

// "either pulse (72 vs 80)", "more with tea (72 vs 80": what is said stands elsewhere.
bool says_little(const Sentence& sentence, const ByteRange& clause, std::size_t figures) {
  static const Patterns kGoesOn = {
      "?and|but ?was|were|had|is|are more|less|greater|higher|lower|either|neither|both|than|in|"
      "with|to|for|by|of|on|at"};
  constexpr WordKinds kSaying = kind::auxiliary | kind::verb | kind::participle;
  const std::size_t first = sentence.token_from(clause.begin);
  if (clause.begin > 0 && kGoesOn.match_at(sentence.tokens, first)) return true;
  const std::size_t bracket = sentence.text.substr(0, figures).rfind('(');
  const bool closes = clause.end < sentence.text.size() && sentence.text[clause.end - 1] == ')';
  const std::size_t until = closes && bracket != std::string_view::npos ? bracket : clause.end;
  const std::size_t last = sentence.token_from(until);
  for (std::size_t i = first; i < last; ++i) {
    if ((sentence.kinds[i] & kSaying) != 0) return false;
  }
  return true;
}

// "…, but the difference was not significant"
bool takes_back(const Sentence& sentence, std::size_t end) {
  static const Patterns kBut = {"but|although|though <6> not|no|nonsignificant|insignificant"};
  return kBut.match_at(sentence.tokens, sentence.token_from(end)).has_value();
}

// "(20%) in the tea group (P<.01) and three of 10 in the water group": the next arm's.
bool goes_on_with_figure(const Sentence& sentence, std::size_t end) {
  if (!sentence.text.substr(end).starts_with(" and ")) return false;
  const std::size_t next = doc::first_number_from(sentence.numbers, end);
  constexpr std::size_t kNear = 8;
  return next < sentence.numbers.size() && sentence.numbers[next].begin <= end + kNear &&
         sentence.numbers[next].end + kNear < sentence.text.size();
}

}  // namespace

ByteRange with_what_they_tell(const Sentence& sentence, const ByteRange& figures,
                              const ByteRange& clause) {
  const ByteRange around{std::min(figures.begin, clause.begin), std::max(figures.end, clause.end)};
  const auto holds = [&](const std::optional<ByteRange>& told) {
    return told && told->begin <= figures.begin && figures.end <= told->end;
  };
  const bool assigned_later =
      sentence.text.substr(around.end).find("respectively") != std::string_view::npos;
  if (assigned_later || goes_on_with_figure(sentence, around.end) ||
      takes_back(sentence, around.end)) {
    const auto told = whole_clause(sentence, {around.begin, sentence.text.size()});
    if (holds(told)) return *told;
  }
  if (says_little(sentence, around, figures.begin)) {
    for (const ByteRange& wider : {ByteRange{0, around.end}, ByteRange{0, sentence.text.size()}}) {
      const auto told = whole_clause(sentence, wider);
      if (holds(told) && !says_little(sentence, wider, figures.begin)) return *told;
    }
  }
  if (const auto told = whole_clause(sentence, around); holds(told)) return *told;
  for (const ByteRange& part : clauses_of(sentence)) {
    if (const auto told = whole_clause(sentence, part); holds(told)) return *told;
  }
  return figures;
}

}  // namespace ev::extract
