// What the rules of population, intervention and outcome share. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/chunk.hpp"

#include <string>

namespace ev::extract {

// The chunk's words, folded, by one blank.
std::string folded_text(const Line& line, const Chunk& chunk);

// Adds the chunk as a candidate, trimmed, unless it says nothing or is there already.
void add_chunk(Findings& findings, const Reading& reading, const Line& line, Chunk chunk,
               double confidence);
// The same without looking at its words again.
void add_phrase(Findings& findings, const Reading& reading, const Line& line, const Chunk& chunk,
                double confidence);

void sort_by_confidence(Findings& findings);

}  // namespace ev::extract
