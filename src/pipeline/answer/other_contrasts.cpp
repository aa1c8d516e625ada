#include "pipeline/answer/other_contrasts.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ev::answer {
namespace {

// "Similar in both groups", "equally effective", "no difference between the regimens".
bool sets_groups_side_by_side(const SentenceWords& s) {
  return std::any_of(s.words.begin(), s.words.end(), [](const question::Word& w) {
    return question::word_sets().side_by_side.has(w);
  });
}

// "Less dry mouth with the slow form of A than with the quick form of A".
bool is_of_one_drug(const SentenceWords& s, const SentencePlaces& places) {
  if (!places.controls.empty()) return false;
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    const std::string& word = s.text(i);
    if (word != "than" && word != "versus" && word != "vs") continue;
    constexpr std::size_t kReach = 8;
    const auto after = places.given.upper_bound(i);
    const bool behind = after != places.given.end() && *after < i + kReach;
    if (behind && *places.given.begin() < i) return true;
  }
  return false;
}

// "Adding B to A gave no further benefit": nothing of A by itself.
bool is_of_what_was_added(const SentenceWords& s, const SentencePlaces& places) {
  constexpr std::string_view kAdds[] = {"adding", "addition", "added"};
  constexpr std::size_t kReach = 5;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_any_of(kAdds, s.text(i))) continue;
    const auto given = places.given.upper_bound(i);
    const bool is_given = given != places.given.end() && *given < i + kReach;
    const auto other = places.others.upper_bound(i);
    if (other != places.others.end() && (!is_given || *other < *given)) return true;
  }
  return false;
}

// "172 patients were recruited, 44 into …": who took part.
bool tells_of_recruitment(const SentenceWords& s) {
  constexpr std::string_view kTook[] = {"recruited", "enrolled",  "randomized", "randomised",
                                        "included",  "allocated", "assigned",   "enroled"};
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (is_any_of(kTook, s.text(i)) && (s.text(i - 1) == "were" || s.text(i - 1) == "was"))
      return true;
  }
  return false;
}

}  // namespace

bool is_of_other_contrast(const question::QuestionFrame& frame, const SentenceWords& s,
                          const SentencePlaces& places, const SentenceFinding& found,
                          const RecordWords& record) {
  if (frame.against_active()) return false;
  if (is_of_one_drug(s, places)) return true;
  if (found.said.direction != 0 || found.said.by == By::ratio) return false;
  if (is_of_what_was_added(s, places) || tells_of_recruitment(s)) return true;
  if (!places.controls.empty() || !sets_groups_side_by_side(s)) return false;
  return !places.others.empty() || !record.has_control_arm();
}

}  // namespace ev::answer
