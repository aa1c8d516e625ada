// The sentences that state what a study found or concludes; aims, methods and background are none.
// Logistic regression over finding_features.hpp with built-in weights (bench/finding_train, learned
// from abstracts without section labels), to which the record's own labels are added. Pure
// functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::extract {

struct FindingSentence {
  doc::Span span;
  double score = 0;  // 0–1, how surely it states a finding
};

// A sentence of the abstract and what speaks for it, in 1/256 of a logit.
struct Claim {
  const Sentence* sentence = nullptr;
  int words = 0;  // its own words
  int place = 0;  // where it stands and what its neighbours say
};

// All finding sentences in text order.
std::vector<FindingSentence> finding_sentences(const RecordText& record);
// The one that concludes the study.
std::optional<FindingSentence> concluding_sentence(const RecordText& record);
// Its text, for rows; nullopt when the record states no finding.
std::optional<std::string> main_finding(const model::Article& article);

}  // namespace ev::extract
