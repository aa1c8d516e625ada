// Which of the question's own words each sentence of a record repeats, whatever the lexicon makes
// of them: "systolic" tells two sentences about blood pressure apart. A word that few sentences of
// the record hold counts more. Internal to the room; thread rule: immutable after construction.
#pragma once

#include "pipeline/answer/record_words.hpp"
#include "pipeline/question/question_frame.hpp"

#include <cstddef>
#include <vector>

namespace ev::answer {

class QuestionOverlap {
 public:
  QuestionOverlap(const question::QuestionFrame& frame, const RecordWords& record);
  // Of the question's words, the share that this sentence holds.
  double share(std::size_t sentence) const { return share_[sentence]; }
  // Each word by one over the number of sentences that hold it, summed; and over the most that a
  // sentence of the record has (0 where none has any).
  double rare(std::size_t sentence) const { return rare_[sentence]; }
  double rare_of_most(std::size_t sentence) const;
  // The same of the words of the outcome alone.
  double outcome_share(std::size_t sentence) const { return outcome_[sentence]; }
  double outcome_of_most(std::size_t sentence) const;

 private:
  std::vector<double> share_, rare_, outcome_;
};

}  // namespace ev::answer
