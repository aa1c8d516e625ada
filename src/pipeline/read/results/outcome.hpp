// The words that name what was measured, for a place of a sentence that compares arms: the subject
// of the clause ("the rate of X was …"), what a change is of ("reduced X"), what people had ("12 of
// 40 had X"), or the words before a bracket in a list. Nothing where none of these is plain. Pure
// functions.
#pragma once

#include "pipeline/read/arms/arm_mentions.hpp"

#include <optional>
#include <vector>

namespace ev::read {

// `clause` is where the words on this result may stand, `place` where its figures and arms stand;
// `counts` says that these count people, so that what they count may follow them.
std::optional<Range> outcome_in(const Sentence& sentence, Range clause, Range place,
                                const std::vector<ArmMention>& mentions, bool counts = false);

// A phrase without words at its edges that are no part of the outcome's name.
std::optional<Range> trimmed_outcome(const Sentence& sentence, Range phrase,
                                     const std::vector<ArmMention>& mentions);

// "pain, mean blood pressure and sleep": each by itself. "systolic and diastolic pressure" is one.
std::vector<Range> listed_outcomes(const Sentence& sentence, Range words,
                                   const std::vector<ArmMention>& mentions);

// "after 12 weeks", "at 6 months"; empty where none is named.
Range time_in(const Sentence& sentence, Range clause);

}  // namespace ev::read
