// What keeps a clause from telling a result: it asks for studies, supposes, ties two measures to
// each other, tells of the start, or of a difference that was not significant. Internal to the
// room; pure functions.
#pragma once

#include "pipeline/answer/sentence_places.hpp"

namespace ev::answer {

// "Larger studies are needed", "might have obscured", "evidence is lacking", "the correlation of".
bool tells_no_result(const SentenceWords& sentence, const ClauseView& clause);
// "No difference between the groups at baseline" tells of how they were made.
bool is_at_baseline(const SentenceWords& sentence, const ClauseView& clause);
// "Higher with A than with B, but the difference was not significant", in this clause or the next.
bool is_insignificant(const SentenceWords& sentence, const ClauseView& clause);
// "Improved in both groups": a change in time, where no word sets one group against the other.
bool changes_in_all_groups(const SentenceWords& sentence, const ClauseView& clause);

}  // namespace ev::answer
