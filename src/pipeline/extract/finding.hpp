// The sentences that state what a study found or concludes, ranked by role and cue words; aims,
// methods and background are none. Pure functions.
#pragma once

#include "pipeline/extract/reading.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::extract {

struct FindingSentence {
  doc::Span span;
  double score = 0;  // 0–1, how surely it states a finding
};

// A sentence of the abstract and what its words alone say for it: the logit without its place.
struct Claim {
  const Line* line = nullptr;
  double weight = 0;
};

// All finding sentences in text order.
std::vector<FindingSentence> finding_sentences(const Reading& reading);
// The one that concludes the study.
std::optional<FindingSentence> concluding_sentence(const Reading& reading);
// Its text, for rows; nullopt when the record states no finding.
std::optional<std::string> main_finding(const doc::Document& document);

}  // namespace ev::extract
