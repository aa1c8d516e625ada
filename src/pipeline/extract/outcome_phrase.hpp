// The whole phrase that names what was measured: noun phrases joined by "of", "and" and commas,
// until what tells in whom, how or when it was measured. A phrase that would be clipped is none.
// Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <string>
#include <vector>

namespace ev::extract {

// Beginning at a token; empty where no outcome is named there.
Chunk outcome_phrase_at(const Sentence& sentence, std::size_t first);
// Ending before a token, back to the beginning of the sentence; empty likewise.
Chunk outcome_phrase_before(const Sentence& sentence, std::size_t last);

// The words that tell each thing the phrase names from others, short forms as they stand.
std::vector<std::vector<std::string>> outcomes_in(const Sentence& sentence, const Chunk& phrase);

}  // namespace ev::extract
