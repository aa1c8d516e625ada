#include "pipeline/extract/study_view.hpp"

#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/memo.hpp"
#include "pipeline/read/read_study.hpp"

namespace ev::extract {

const read::StudyReading& study_reading(const Reading& reading) {
  std::optional<read::StudyReading>& kept = reading.memo().study;
  if (!kept) {
    const Compared& compared = compared_in(reading);
    std::vector<doc::Span> named;
    for (const auto* name : {&compared.intervention, &compared.comparator}) {
      if (*name && (*name)->ground.span) named.push_back(*(*name)->ground.span);
    }
    kept = read::read_study(reading.document(), named);
  }
  return *kept;
}

}  // namespace ev::extract
