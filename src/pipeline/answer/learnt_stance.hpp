// What one record says to a question by learnt models: trees that tell of each sentence how likely
// it decides the question for or against (data/weights/stance_sentences.txt), and trees that take
// them and the rules' own reading together (data/weights/stance_records.txt). Internal to the room;
// pure functions.
#pragma once

#include "pipeline/answer/record_numbers.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/question/question_frame.hpp"

#include <vector>

namespace ev::answer {

// `read`: the record's sentences as read (RecordVotes::sentences).
std::vector<SentenceOdds> sentence_odds(const question::QuestionFrame& frame,
                                        const RecordWords& record,
                                        const std::vector<SentenceRead>& read);
// The rules' reading where the models bear it out; another one, with the sentence that tells most,
// where they are sure of it, more so against what the rules have read; else unread.
RecordStance stance_by_models(const question::QuestionFrame& frame, const RecordWords& record,
                              const std::vector<SentenceRead>& read, RecordStance by_rules);

}  // namespace ev::answer
