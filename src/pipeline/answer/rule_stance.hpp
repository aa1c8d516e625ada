// What one record says to a question by rules alone: the sentences that speak (record_votes.hpp)
// are weighed by how fully they name what is asked; the side with most of the weight is the
// record's, where neither prevails it is mixed. Internal to the room; pure function.
#pragma once

#include "pipeline/answer/record_stance.hpp"
#include "pipeline/answer/record_votes.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/question/question_frame.hpp"

namespace ev::answer {

RecordStance stance_by_rules(const question::QuestionFrame& frame, const RecordWords& record,
                             const RecordVotes& votes);

}  // namespace ev::answer
