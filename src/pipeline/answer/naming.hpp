// Where a sentence names what a frame's slots hold. Internal to the room; pure functions.
#pragma once

#include "pipeline/answer/record_words.hpp"
#include "pipeline/question/question_frame.hpp"

#include <cstddef>
#include <vector>

namespace ev::answer {

struct Named {
  std::size_t begin = 0, end = 0;  // words of the sentence
  double directness = 1;           // below 1: a member, the class, a narrower name
  int sign = 1;                    // outcomes: -1 where more of what is named is less of the asked
};

// The best of them, 0 where there are none.
double best_directness(const std::vector<Named>& names);

// What is given stands before the slot's head; `other` is the arm it is compared with: of two arms
// of one drug only the form of giving, or the word that the other has not, tells.
std::vector<Named> find_arm(const question::Slot& slot, const question::Slot* other,
                            const SentenceWords& sentence, const RecordWords& record);
std::vector<Named> find_outcomes(const question::QuestionFrame& frame,
                                 const SentenceWords& sentence);
// Anywhere in the record, by its headings too: the directness, 0 when not at all.
double names_arm(const question::Slot& slot, const question::Slot* other,
                 const RecordWords& record);

}  // namespace ev::answer
