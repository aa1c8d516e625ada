#include "pipeline/extract/study_view.hpp"

#include "pipeline/read/read_study.hpp"

namespace ev::extract {

const read::StudyReading& study_reading(const RecordText& record) {
  return record.facts().study.get([&] { return read::read_study(record.analysis()); });
}

}  // namespace ev::extract
