// The parts of a sentence: the clause that a statistic stands in, the clauses that one subject each
// has, and the brackets between. Pure functions over one sentence; offsets are bytes of it.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ev::extract {

using Words = std::span<const doc::Token>;

struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The clause that bytes [begin, end) belong to: until ";", "but", "whereas", "while" and the
// bracket of another p value.
ByteRange clause_of(const Sentence& sentence, std::size_t begin, std::size_t end);
// Clauses of a sentence that one subject each has.
std::vector<ByteRange> clauses_of(const Sentence& sentence);
Words words_in(const Sentence& sentence, const ByteRange& range);

// Where the bracket that is open at this byte closes; the size of the text when it does not.
std::size_t close_of(std::string_view text, std::size_t from);

}  // namespace ev::extract
