// The studies of a synthesis as CSV in the columns metafor's escalc() and rma() expect: slab, ai,
// n1i, ci, n2i (events and sizes; the first group is the intervention), m1i, sd1i, m2i, sd2i, yi
// and vi on the pooling scale, then measure, weight and the sentence the numbers stand in. An empty
// cell was not stated. Pure function.
#pragma once

#include "pipeline/synthesis/synthesis.hpp"

#include <string>

namespace ev::output {

std::string metafor_csv(const synthesis::Synthesis& synthesis);

}  // namespace ev::output
