// Noun phrases of a sentence by word kinds, without a parser: what stands between function words,
// verbs and punctuation. Used to find what was given, measured and to whom. Pure functions.
#pragma once

#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/lexicon.hpp"

#include <vector>

namespace ev::extract {

// In text order, not overlapping; determiners and leading numbers left out.
std::vector<Chunk> noun_phrases(const Sentence& sentence);

// The kinds of all words of a chunk together, and those of its last word.
WordKinds kinds_of(const Sentence& sentence, const Chunk& chunk);
WordKinds head_kinds(const Sentence& sentence, const Chunk& chunk);

// The next phrase when only `joint` ("of") and determiners stand between; empty otherwise.
Chunk complement_of(const Sentence& sentence, const std::vector<Chunk>& phrases, std::size_t index,
                    std::string_view joint);

}  // namespace ev::extract
