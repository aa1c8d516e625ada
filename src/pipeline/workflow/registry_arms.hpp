// Which groups of a registration are set against which. Pure functions.
#pragma once

#include "pipeline/model/trial.hpp"
#include "pipeline/sources/clinicaltrials_results.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace ev::workflow {

struct GroupPair {
  std::size_t intervention = 0;
  std::size_t comparator = 0;
  bool control = false;  // the comparator is placebo, sham, no treatment or the like
};

// Places in `groups`. Empty where there is one group, or no one comparator among more than two.
std::vector<GroupPair> contrasts_of(const std::vector<sources::ResultGroup>& groups,
                                    const model::Trial& trial);

}  // namespace ev::workflow
