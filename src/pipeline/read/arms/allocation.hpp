// The names in a sentence that puts people into arms: "randomized to a, b or c", "received either a
// or b". New names are known by this grammar alone. Pure function.
#pragma once

#include "pipeline/read/sentence.hpp"

#include <cstddef>
#include <vector>

namespace ev::read {

// Words [first, last) of the sentence.
struct AllocatedName {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Two names or more; none where the sentence puts nobody into arms.
std::vector<AllocatedName> allocated_names(const Sentence& sentence);

}  // namespace ev::read
