#include "pipeline/read/read_study.hpp"

#include "pipeline/read/arms/arm_finder.hpp"
#include "pipeline/read/results/rows.hpp"
#include "pipeline/read/sentence.hpp"

namespace ev::read {

StudyReading read_study(const doc::RecordAnalysis& record, std::span<const doc::Span> named) {
  const doc::Document& document = record.document();
  const std::vector<Sentence> sentences = sentences_of(record);
  StudyReading reading;
  reading.arms = find_arms(document, sentences, record.abbreviations(), named);
  if (reading.arms.size() < 2) return reading;
  const ArmMentions mentions(document, reading.arms, record.abbreviations());
  RowReader reader(reading.arms, mentions);
  for (const Sentence& sentence : sentences) {
    std::vector<ResultRow> rows = reader.read(sentence);
    for (ResultRow& row : rows) {
      if (reading.results.size() < kMaxRows) reading.results.push_back(std::move(row));
    }
  }
  return reading;
}

}  // namespace ev::read
