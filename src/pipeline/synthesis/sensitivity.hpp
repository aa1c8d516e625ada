// How the pooled estimate depends on single studies and on groups of them. Thread rule: pure
// functions.
#pragma once

#include "pipeline/synthesis/pooling.hpp"

#include <span>
#include <vector>

namespace ev::synthesis {

// The pooled estimate without each study, in their order. Needs two studies or more.
Result<std::vector<Pooled>> leave_one_out(std::span<const Effect> effects,
                                          const PoolingOptions& options);

struct SubgroupTest {
  std::vector<Pooled> groups;  // in order of the group's number
  double q = 0;                // between groups (Borenstein & Higgins, Prev Sci 2013;14:134)
  double df = 0;
  double p = 1;
};

// `group_of` is parallel to `effects`, numbers 0 … n-1, each used. Every group is pooled by itself
// with its own tau²; their estimates are compared by weights 1/se². A group of one study has the
// Wald interval whatever is asked.
Result<SubgroupTest> compare_subgroups(std::span<const Effect> effects,
                                       std::span<const std::size_t> group_of,
                                       const PoolingOptions& options);

}  // namespace ev::synthesis
