#include "pipeline/extract/study_view.hpp"

#include "pipeline/extract/compared.hpp"
#include "pipeline/read/read_study.hpp"

namespace ev::extract {

const read::StudyReading& study_reading(const Reading& reading) {
  return reading.facts().study.get([&] {
    const Compared& compared = compared_in(reading);
    std::vector<doc::Span> named;
    for (const auto* name : {&compared.intervention, &compared.comparator}) {
      if (*name && (*name)->ground.span) named.push_back(*(*name)->ground.span);
    }
    return read::read_study(reading.analysis(), named);
  });
}

}  // namespace ev::extract
