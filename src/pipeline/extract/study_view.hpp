// The study reading of a record, read once and kept with its Reading; the treatments that the
// record compares count among the places that name its arms. Thread rule: as the Reading, one
// thread.
#pragma once

#include "pipeline/extract/reading.hpp"
#include "pipeline/read/study_reading.hpp"

namespace ev::extract {

const read::StudyReading& study_reading(const Reading& reading);

}  // namespace ev::extract
