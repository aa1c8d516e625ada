// What one clause says the intervention did to the main outcome against its comparator. Pure
// functions; the RecordText is that of the sentence.
#pragma once

#include "pipeline/extract/arm_terms.hpp"

namespace ev::extract {

extern const char* const kUpLabel;
extern const char* const kDownLabel;
extern const char* const kNoneLabel;

// Nothing where the clause does not set the arms against each other or does not say which had more.
const char* direction_in(const RecordText& record, const ArmTerms& terms, const Sentence& sentence,
                         const ByteRange& said);
// "Tea, but not water, lowered pain".
const char* label_of_one(const RecordText& record, const ArmTerms& terms, Words words);

bool is_improvement(const doc::Token& word);
// An improvement of pain is less of it, one of variables nobody knows what.
bool is_wanted(const RecordText& record, Words clause);
// "The response to 10 mg was similar to that of 20 mg", "comparable to milk", where the trial is
// one against a placebo.
bool tells_other_pair(const RecordText& record, const ArmTerms& terms, Words words);

}  // namespace ev::extract
