#include "pipeline/extract/whole_clause.hpp"

#include "pipeline/extract/statistics.hpp"

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

}  // namespace ev::extract
