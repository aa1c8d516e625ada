// Where a record names the arms of its study; see arms.hpp. Pure function.
#pragma once

#include "pipeline/extract/arms.hpp"

#include <vector>

namespace ev::extract {

// In text order, two or more, or none. The best place decides: a list of allocation with numbers
// before one without, then groups that are counted, then a title with "versus".
std::vector<Arm> find_arms(const RecordText& record);

}  // namespace ev::extract
