// What a title gives together with a treatment, or beside it on the same side of a comparison.
// Pure functions over one sentence.
#pragma once

#include "pipeline/extract/chunk.hpp"

namespace ev::extract {

// "tea with honey versus water", "tea or mint versus water": both stand on one side.
Chunk with_partner_before(const Sentence& sentence, const Chunk& chunk);
// "water versus tea with honey": both are given.
Chunk with_partner_behind(const Sentence& sentence, const Chunk& chunk);
// "versus tea or mint": both are compared with.
Chunk with_alternative(const Sentence& sentence, const Chunk& chunk);

}  // namespace ev::extract
