// Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009, k = 60): what several sources rank high
// counts, without comparing their scores. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ev::search {

// `rankings`: positions of records, each source's best first; a record's first place in a source
// counts. Returns one value per record (0 … count-1): 1 = first in every source that ranked
// anything, 0 = in none.
std::vector<double> fuse(std::span<const std::vector<std::size_t>> rankings, std::size_t count);

}  // namespace ev::search
