// Where a clause says that there is no difference or no effect. What sets the intervention against
// another drug than the question does says nothing of the kind. Internal to the room; pure
// functions.
#pragma once

#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/answer/sentence_places.hpp"

#include <cstddef>
#include <optional>

namespace ev::answer {

// The word that likens ("similar", "as effective as") or denies ("did not change"). `named`: the
// words of the outcome in the sentence.
std::optional<std::size_t> null_place(const question::QuestionFrame& frame,
                                      const SentenceWords& sentence, const ClauseView& clause,
                                      const SentenceCues& cues, const Places& named);

// The first "as" of "as effective as" before this word.
std::optional<std::size_t> as_as(const SentenceWords& sentence, const ClauseView& clause,
                                 std::size_t cue);

// Names another drug beside the intervention, and no control.
bool is_against_another(const question::QuestionFrame& frame, const ClauseView& clause);

}  // namespace ev::answer
