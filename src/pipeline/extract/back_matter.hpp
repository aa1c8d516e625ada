// Sentences that stand in an abstract beside the report: who paid, what the authors declare, where
// the study is registered, where data and programs lie, and its limits. None of them is a finding
// or a conclusion, wherever it stands. Pure functions.
#pragma once

#include "pipeline/extract/reading.hpp"

#include <vector>

namespace ev::extract {

enum class BackMatter { none, funding, conflicts, registration, availability, limits };

// Parallel to the lines of the record.
const std::vector<BackMatter>& back_matter_of(const Reading& reading);
// Of one of its lines.
BackMatter back_matter_of(const Reading& reading, const Line& line);

}  // namespace ev::extract
