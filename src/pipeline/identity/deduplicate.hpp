// The whole of it: cluster, merge, and again with what the merged records know now, until nothing
// more is joined (so that the result of a result is itself), then relate what stays apart. Thread
// rule: pure function; `ctx` is checked on the way.
#pragma once

#include "pipeline/identity/cluster.hpp"

#include <cstddef>
#include <vector>

namespace ev::identity {

struct Deduplicated {
  // In the order in which the first record of each came. A record that nothing was merged into is
  // unchanged but for `related`.
  std::vector<model::Article> records;
  std::vector<std::vector<std::size_t>> members;  // parallel: positions in the input, in its order
  std::vector<std::vector<Join>> joins;           // parallel: why (positions in the input)
  std::vector<Link> doubtful;                     // positions in `records`
};

Result<Deduplicated> deduplicate(std::vector<model::Article> records, const Context& ctx);

}  // namespace ev::identity
