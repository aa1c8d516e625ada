// The rows of results that sentences state: figures given to arms, with the outcome, the p value
// and the direction of the same clause. Where any of these is in doubt it is left out, and without
// outcome or arms there is no row. Thread rule: one thread.
#pragma once

#include "pipeline/read/results/alignment.hpp"
#include "pipeline/read/spans/record_features.hpp"
#include "pipeline/read/study_reading.hpp"

#include <vector>

namespace ev::read {

class RowReader {
 public:
  // All of them must outlive the reader.
  RowReader(const std::vector<Sentence>& sentences, const RecordFeatures& features,
            const std::vector<Arm>& arms, const ArmMentions& mentions)
      : sentences_(sentences), features_(features), arms_(arms), mentions_(mentions) {}
  // The rows of a sentence of the record; sentences are read in their order.
  std::vector<ResultRow> read(std::size_t index);

 private:
  const std::vector<Sentence>& sentences_;
  const RecordFeatures& features_;
  const std::vector<Arm>& arms_;
  const ArmMentions& mentions_;
  std::vector<std::size_t> order_;  // of the arms in the last series
};

}  // namespace ev::read
