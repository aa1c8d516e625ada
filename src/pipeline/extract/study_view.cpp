#include "pipeline/extract/study_view.hpp"

#include "pipeline/extract/compared.hpp"
#include "pipeline/read/read_study.hpp"

namespace ev::extract {

const read::StudyReading& study_reading(const RecordText& record) {
  return record.facts().study.get([&] {
    const Compared& compared = compared_in(record);
    std::vector<doc::Span> named;
    for (const auto* name : {&compared.intervention, &compared.comparator}) {
      if (*name && (*name)->ground.span) named.push_back(*(*name)->ground.span);
    }
    return read::read_study(record.analysis(), named);
  });
}

}  // namespace ev::extract
