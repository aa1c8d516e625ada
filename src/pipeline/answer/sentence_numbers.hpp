// What tells of a sentence whether it decides a question, and for which side, as numbers for a
// learnt model: how fully it names what is asked about, what its clauses were read as, which way
// its nearest words of direction go, where it stands. A side is 1 for the question as it is worded,
// -1 against it, 0 neither. Internal to the room; pure function.
#pragma once

#include "pipeline/answer/record_votes.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/nlp/forest.hpp"
#include "pipeline/question/question_frame.hpp"

#include <cstddef>
#include <vector>

namespace ev::answer {

inline constexpr std::size_t kSentenceNumbers = 61;
inline constexpr int kSentenceNumbersVersion = 1;

// Of every sentence of the record, each kSentenceNumbers long; `read`: the sentences as read.
std::vector<nlp::Numbers> sentence_numbers(const question::QuestionFrame& frame,
                                           const RecordWords& record,
                                           const std::vector<SentenceRead>& read);

// The side a finding of this direction (of the outcome as worded) takes.
int side_of(const question::QuestionFrame& frame, int direction);

}  // namespace ev::answer
