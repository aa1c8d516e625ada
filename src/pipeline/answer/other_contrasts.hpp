// Sentences that set what a question asks about against something the question does not: another
// drug, another dose or form of the same one, or what it was added to. To a question on one
// treatment by itself they tell neither a lack of effect nor the reverse of one. Internal to the
// room; pure functions.
#pragma once

#include "pipeline/answer/sentence_reading.hpp"

namespace ev::answer {

// Whether what was found in the sentence is no finding for a question without an active comparator.
bool is_of_other_contrast(const question::QuestionFrame& frame, const SentenceWords& sentence,
                          const SentencePlaces& places, const SentenceFinding& found,
                          const RecordWords& record);

}  // namespace ev::answer
