// What tells of a record which side of a question it takes, as numbers for a learnt model: what its
// sentences say by the model of sentences, and what the rules made of it. Internal to the room;
// pure function.
#pragma once

#include "pipeline/answer/record_stance.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/answer/sentence_reading.hpp"
#include "pipeline/nlp/forest.hpp"
#include "pipeline/question/question_frame.hpp"

#include <cstddef>
#include <span>

namespace ev::answer {

// How likely a sentence decides the question for, or against.
struct SentenceOdds {
  double supports = 0, contradicts = 0;
};

// Takes away what is told by sentences that are no findings of the record, or say too little.
void silence(const RecordWords& record, std::span<const SentenceRead> read,
             std::span<SentenceOdds> odds);

inline constexpr std::size_t kRecordNumbers = 23;
inline constexpr int kRecordNumbersVersion = 1;

// `odds`: of every sentence of the record; `by_rules`: the stance by votes.
nlp::Numbers record_numbers(const question::QuestionFrame& frame, const RecordWords& record,
                            std::span<const SentenceOdds> odds, const RecordStance& by_rules);

}  // namespace ev::answer
