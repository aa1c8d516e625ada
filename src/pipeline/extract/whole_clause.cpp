#include "pipeline/extract/whole_clause.hpp"

#include "pipeline/extract/statistics.hpp"

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

}  // namespace ev::extract
