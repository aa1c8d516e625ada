#include "pipeline/text/record_analysis.hpp"

namespace ev::doc {

RecordAnalysis::RecordAnalysis(const model::Article& article) : document_(article) {
  sentences_.reserve(document_.sentences().size());
  for (const Sentence& sentence : document_.sentences()) {
    const std::string_view words = document_.text(sentence.span);
    sentences_.push_back({sentence, words, tokenize(words)});
  }
}

const std::vector<std::vector<Number>>& RecordAnalysis::numbers() const {
  if (!numbers_) {
    numbers_.emplace();
    numbers_->reserve(sentences_.size());
    for (const AnalysedSentence& s : sentences_)
      numbers_->push_back(find_numbers(s.text, s.tokens));
  }
  return *numbers_;
}

const std::vector<Abbreviation>& RecordAnalysis::abbreviations() const {
  if (!abbreviations_) abbreviations_ = find_abbreviations(document_);
  return *abbreviations_;
}

}  // namespace ev::doc
