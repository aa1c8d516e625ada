// Whether a number of a sentence is how many a study meant to count, or how many of them it got.
// Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>

namespace ev::extract {

// "planned to include 900 adults", "900 adults will be enrolled", "of the planned 900". `after` is
// the word behind the number and what it counts.
bool is_planned_size(const Sentence& sentence, const doc::Number& number, std::size_t after);

// "planned to enrol 900, but reached 212": the second.
bool is_reached_size(const Sentence& sentence, const doc::Number& number);

}  // namespace ev::extract
