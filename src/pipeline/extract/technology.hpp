// What the rules of technology papers have in common. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

namespace ev::extract {

// A study of people is described by its design, and "it took 30 minutes" is what they did.
bool is_clinical(const RecordText& record);

// A sentence on programs, models or machines.
bool tells_of_computing(const Sentence& sentence);
bool is_on_computing(const RecordText& record);  // any sentence of it

}  // namespace ev::extract
