// What is quoted of a sentence so that a reader understands it by itself. Pure functions over one
// sentence; offsets are bytes of it.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <optional>

namespace ev::extract {

// The clause without the words that join it to another, where it is short enough to be read.
std::optional<ByteRange> whole_clause(const Sentence& sentence, const ByteRange& range);

}  // namespace ev::extract
