// The study reading of a record, read once and kept with its RecordText. Thread rule: as the
// RecordText, one thread.
#pragma once

#include "pipeline/extract/record_text.hpp"
#include "pipeline/read/study_reading.hpp"

namespace ev::extract {

const read::StudyReading& study_reading(const RecordText& record);

}  // namespace ev::extract
