// Which way one sentence says the asked outcome goes under the asked intervention: its clauses are
// read one by one (clause_reading.hpp), the one that names most decides, and what is said of two
// arms by themselves is set against each other. A ratio with its interval goes before words,
// percentages of two arms before "occurred". A tendency, a direction whose
// p value is above .05, one said of another drug, and of two arms what does not set them against
// each other say nothing. Thread rule: pure function.
#pragma once

#include "pipeline/answer/clause_reading.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/question/question_frame.hpp"

#include <optional>
#include <vector>

namespace ev::answer {

struct SentenceFinding {
  ClauseFinding said;  // its direction is of the outcome as the question words it
  // How directly it names them, 0 where it does not.
  double intervention = 0, comparator = 0, outcome = 0;
  std::optional<double> p_value;
};

// A sentence read once, for all that ask of it.
struct SentenceRead {
  SentencePlaces places;
  std::vector<ClauseView> clauses;
  std::vector<std::optional<ClauseFinding>> of_clauses;  // nullopt: that clause says nothing
  std::optional<SentenceFinding> finding;                // nullopt: it says nothing, or too little
  // No model may take it for a finding: it tells a tendency, a difference that is not significant,
  // what is to be studied or how the groups began; or, of two arms, names neither.
  bool is_ruled_out = false;
};
SentenceRead read_sentence(const question::QuestionFrame& frame, const SentenceWords& sentence,
                           const RecordWords& record);

}  // namespace ev::answer
