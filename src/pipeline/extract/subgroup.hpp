// Whether a sentence of the results tells of some of those who were treated, whom neither the title
// nor the aim names: what it says is not the result of the trial. Pure functions over one sentence.
#pragma once

#include "pipeline/extract/record_text.hpp"

namespace ev::extract {

// "Among nurses who slept badly, …", "older women had …", "for each additional year".
bool tells_subgroup(const RecordText& record, const Sentence& sentence);

}  // namespace ev::extract
