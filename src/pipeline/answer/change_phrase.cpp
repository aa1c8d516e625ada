#include "pipeline/answer/change_phrase.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::answer {
namespace {

// As a noun: "a decrease in X", "X reduction"; not "did decrease".
bool is_noun(const SentenceWords& s, std::size_t i) {
  constexpr std::string_view kVerbLeads[] = {"to",  "did",  "does", "do",    "may",  "can",
                                             "not", "will", "also", "could", "might"};
  return i == 0 || !is_any_of(kVerbLeads, s.text(i - 1));
}

// The noun of a change beside the outcome; the end of the phrase of both.
struct Head {
  std::size_t at = 0, outcome = 0, end = 0;
};
std::optional<Head> head_in(const SentenceWords& s, const ClauseView& c, const Places& named) {
  const question::WordSet& nouns = question::word_sets().change_noun;
  constexpr std::string_view kLeads[] = {"in", "of", "from"};
  constexpr std::size_t kReach = 5;
  for (std::size_t i = c.begin; i < c.end; ++i) {
    if (!nouns.has(s.words[i]) || named.count(i) > 0 || !is_noun(s, i)) continue;
    const auto next = named.upper_bound(i);
    const bool led = is_any_of(kLeads, s.text(i + 1)) && next != named.end() &&
                     *next < i + kReach && *next < c.end;
    if (led) {
      std::size_t end = *next;
      while (named.count(end) > 0) ++end;
      return Head{i, *next, end};
    }
    // "Pain reduction", "mortality rate reduction"
    constexpr std::string_view kMeasures[] = {"rate", "rates", "risk", "level", "levels", "score"};
    const std::size_t before =
        i > c.begin + 1 && is_any_of(kMeasures, s.text(i - 1)) ? i - 2 : i - 1;
    if (i > c.begin && named.count(before) > 0) return Head{i, before, i + 1};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ChangePhrase> change_phrase_in(const SentenceWords& s, const ClauseView& c,
                                             const SentenceCues& cues, const Places& named) {
  constexpr std::string_view kBe[] = {"was", "were", "is", "are", "be", "been"};
  constexpr std::string_view kMore[] = {"greater", "larger", "higher",  "more",
                                        "longer",  "better", "superior"};
  constexpr std::string_view kLess[] = {"smaller", "less", "lower", "lesser"};
  constexpr std::size_t kReach = 24;
  const std::optional<Head> head = head_in(s, c, named);
  if (!head) return std::nullopt;
  const int sign = cues.at(head->at).sign;
  bool be = false;
  for (std::size_t i = head->end; i < std::min(c.end, head->end + kReach); ++i) {
    be = be || is_any_of(kBe, s.text(i));
    if (!be || s.words[i].mark || cues.tells_amount(i)) continue;
    if (is_any_of(kMore, s.text(i))) return ChangePhrase{head->at, head->outcome, i, sign};
    if (is_any_of(kLess, s.text(i))) return ChangePhrase{head->at, head->outcome, i, -sign};
    if (sign > 0 && question::word_sets().undoing.has_stem(s.words[i]))
      return ChangePhrase{head->at, head->outcome, i, -1};
  }
  return std::nullopt;
}

}  // namespace ev::answer
