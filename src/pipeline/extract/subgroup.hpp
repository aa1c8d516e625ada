// Whether a sentence of the results tells of some of those who were treated, whom neither the title
// nor the aim names: what it says is not the result of the trial. Pure functions over one line.
#pragma once

#include "pipeline/extract/reading.hpp"

namespace ev::extract {

// "Among nurses who slept badly, …", "older women had …", "for each additional year".
bool tells_subgroup(const Reading& reading, const Line& line);

}  // namespace ev::extract
