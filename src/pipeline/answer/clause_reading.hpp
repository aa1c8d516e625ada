// Which way one clause says the asked outcome goes. A denied or missing difference says none; else
// the word of direction nearest to the outcome and the intervention decides, turned for "greater
// reduction", for what is undone ("prevented the rise") and when it is said of the comparator.
// Internal to the room; pure function.
#pragma once

#include "pipeline/answer/sentence_places.hpp"

#include <optional>

namespace ev::answer {

// Of whom: what is given, what it is compared with, or one against the other.
enum class Said { of_given, of_against, of_contrast };

// What told the direction: a denial or likeness, a word of direction or of value, "occurred" and
// "associated with" (no word of direction), the figures of two arms, a ratio with its interval.
enum class By { denial, direction, value, association, percentages, ratio };

struct ClauseFinding {
  int direction = 0;
  Said said = Said::of_given;
  By by = By::direction;
  double far = 0;                 // of the word from the outcome and the intervention
  bool doubtful_subject = false;  // may be said of another drug
  bool only_tends = false;
  bool own_arm = false, inherited_arm = false, inherited_outcome = false;
};
std::optional<ClauseFinding> read_clause(const question::QuestionFrame& frame,
                                         const SentenceWords& sentence,
                                         const SentencePlaces& places, const ClauseView& clause);

}  // namespace ev::answer
