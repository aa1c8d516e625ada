#include "pipeline/read/read_study.hpp"

#include "pipeline/read/arms/arm_finder.hpp"
#include "pipeline/read/results/rows.hpp"
#include "pipeline/read/sentence.hpp"
#include "pipeline/read/spans/record_features.hpp"

namespace ev::read {

StudyReading read_study(const doc::RecordAnalysis& record) {
  const std::vector<Sentence> sentences = sentences_of(record);
  const RecordFeatures features = record_features(sentences);
  StudyReading reading;
  reading.arms = find_arms(record, sentences, features);
  if (reading.arms.size() < 2) return reading;
  const ArmMentions mentions(record.document(), reading.arms, record.abbreviations());
  RowReader reader(sentences, features, reading.arms, mentions);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::vector<ResultRow> rows = reader.read(i);
    for (ResultRow& row : rows) {
      if (reading.results.size() < kMaxRows) reading.results.push_back(std::move(row));
    }
  }
  return reading;
}

}  // namespace ev::read
