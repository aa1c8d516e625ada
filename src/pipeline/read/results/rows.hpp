// The rows of results that sentences state: figures given to arms, with the outcome, the p value
// and the direction of the same clause. Where any of these is in doubt it is left out, and without
// outcome or arms there is no row. Thread rule: one thread.
#pragma once

#include "pipeline/read/results/alignment.hpp"
#include "pipeline/read/study_reading.hpp"

#include <vector>

namespace ev::read {

class RowReader {
 public:
  RowReader(const std::vector<Arm>& arms, const ArmMentions& mentions)
      : arms_(arms), mentions_(mentions) {}
  // The rows of the next sentence of the record.
  std::vector<ResultRow> read(const Sentence& sentence);

 private:
  const std::vector<Arm>& arms_;
  const ArmMentions& mentions_;
  std::vector<std::size_t> order_;  // of the arms in the last series
};

}  // namespace ev::read
