// Which way one sentence says the asked outcome goes under the asked intervention. The clause that
// names both is read: a denied or missing difference says none; else the word of direction nearest
// to the outcome and the intervention decides ("lower", "prevented", "improved" by the outcome's
// valence), turned for "greater reduction", for what is undone ("prevented the rise") and when it
// is said of the comparator. A ratio with its interval goes before words, percentages of two arms
// before "occurred". A comparison of two arms is read only where they are set against each other.
// Thread rule: pure function.
#pragma once

#include "pipeline/answer/record_words.hpp"
#include "pipeline/question/question_frame.hpp"

#include <optional>

namespace ev::answer {

struct SentenceFinding {
  int direction = 0;  // of the outcome as the question words it; 0: no difference, no effect
  double fit = 0;     // how fully it names intervention, comparator and outcome
  double directness = 1;
  bool names_intervention = false, names_comparator = false, names_outcome = false;
};

// nullopt: it says nothing of the question.
std::optional<SentenceFinding> read_sentence(const question::QuestionFrame& frame,
                                             const SentenceWords& sentence,
                                             const RecordWords& record);

}  // namespace ev::answer
