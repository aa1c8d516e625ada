// Reads a record once: arms first, then the results stated of them. Pure function of the record;
// time is linear in its length, what a sentence may hold is bounded (kMaxTokens).
#pragma once

#include "pipeline/read/study_reading.hpp"
#include "pipeline/text/record_analysis.hpp"

namespace ev::read {

// More than these are not kept of one record.
inline constexpr std::size_t kMaxRows = 100;

StudyReading read_study(const doc::RecordAnalysis& record);

}  // namespace ev::read
