// What one clause says the intervention did to the main outcome against its comparator. Pure
// functions; the Reading is that of the line.
#pragma once

#include "pipeline/extract/sides.hpp"

namespace ev::extract {

extern const char* const kUpLabel;
extern const char* const kDownLabel;
extern const char* const kNoneLabel;

// Nothing where the clause does not set the arms against each other or does not say which had more.
const char* direction_in(const Reading& reading, const Sides& sides, const Line& line,
                         const Stretch& said);
// "Tea, but not water, lowered pain".
const char* label_of_one(const Reading& reading, const Sides& sides, Words words);

bool is_improvement(const doc::Token& word);
// An improvement of pain is less of it, one of variables nobody knows what.
bool is_wanted(const Reading& reading, Words clause);
// "The response to 10 mg was similar to that of 20 mg", "comparable to milk", where the trial is
// one against a placebo.
bool tells_other_pair(const Reading& reading, const Sides& sides, Words words);

}  // namespace ev::extract
