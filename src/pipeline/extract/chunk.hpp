// Phrases without a parser: from a token to the right or left until a function word, a verb or a
// mark of punctuation. Pure functions over one sentence.
#pragma once

#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/record_text.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ev::extract {

struct ChunkRule {
  const Patterns* stops = nullptr;
  std::size_t max_tokens = 8;
};

const Patterns& noun_phrase_stops();  // function words and common verbs
const Patterns& description_stops();  // verbs and clause words; prepositions are passed

// "H. pylori": a letter whose point shortens a name and ends nothing.
bool is_initial(const Sentence& sentence, std::size_t token);

Chunk chunk_right(const Sentence& sentence, std::size_t first, const ChunkRule& rule);
// Ends before token `last`.
Chunk chunk_left(const Sentence& sentence, std::size_t last, const ChunkRule& rule);

// "A, B and C" as its members, beginning at `first`.
std::vector<Chunk> list_right(const Sentence& sentence, std::size_t first, const ChunkRule& rule);

// Articles, "either", "treatment with" … at the beginning and dangling words at the end cut off.
Chunk trimmed(const Sentence& sentence, Chunk chunk);
bool has_content(const Sentence& sentence, const Chunk& chunk);
doc::Span span_of(const Sentence& sentence, const Chunk& chunk);

}  // namespace ev::extract
