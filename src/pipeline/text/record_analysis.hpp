// What any reader needs of one record, made once and shared: its document, the words of each
// sentence, and, on first use, their numbers and the short forms the record defines. Readers of a
// room add what is particular to them. The Article must outlive it. Thread rule: one thread.
#pragma once

#include "pipeline/text/abbreviations.hpp"
#include "pipeline/text/document.hpp"
#include "pipeline/text/numbers.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ev::doc {

struct AnalysedSentence {
  Sentence sentence;
  std::string_view text;  // offsets of tokens and numbers are bytes of this text
  std::vector<Token> tokens;
};

class RecordAnalysis {
 public:
  explicit RecordAnalysis(const model::Article& article);
  RecordAnalysis(const RecordAnalysis&) = delete;
  RecordAnalysis& operator=(const RecordAnalysis&) = delete;
  RecordAnalysis(RecordAnalysis&&) = default;
  RecordAnalysis& operator=(RecordAnalysis&&) = default;
  ~RecordAnalysis() = default;

  const Document& document() const { return document_; }
  const model::Article& article() const { return document_.article(); }
  // Parallel to the document's sentences, as is numbers().
  const std::vector<AnalysedSentence>& sentences() const { return sentences_; }
  const std::vector<std::vector<Number>>& numbers() const;
  const std::vector<Abbreviation>& abbreviations() const;

 private:
  Document document_;
  std::vector<AnalysedSentence> sentences_;
  mutable std::optional<std::vector<std::vector<Number>>> numbers_;
  mutable std::optional<std::vector<Abbreviation>> abbreviations_;
};

}  // namespace ev::doc
