// What the rules of population, intervention and outcome share. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/chunk.hpp"

#include <string>
#include <vector>

namespace ev::extract {

// Patterns with what each of them is worth. Which of them a sentence holds is found in one pass.
class WeightedCues {
 public:
  struct Cue {
    Pattern pattern;
    double weight;
  };
  explicit WeightedCues(const std::vector<Cue>& cues);
  // Calls `visit(end, weight)` for every match in the sentence with the token behind it.
  template <class Visit>
  void each_end_in(const Sentence& sentence, Visit visit) const {
    for (const std::uint16_t cue : found_in(patterns_, sentence)) {
      const Pattern& pattern = *(patterns_.begin() + cue);
      for (auto match = pattern.find(sentence.tokens); match;
           match = pattern.find(sentence.tokens, match->last)) {
        visit(match->last, weights_[cue]);
      }
    }
  }

 private:
  Patterns patterns_;
  std::vector<double> weights_;  // parallel
};

// The chunk's words, folded, by one blank.
std::string folded_text(const Sentence& sentence, const Chunk& chunk);

// Adds the chunk as a candidate, trimmed, unless it says nothing or is there already.
void add_chunk(Findings& findings, const RecordText& record, const Sentence& sentence, Chunk chunk,
               double confidence);
// The same without looking at its words again.
void add_phrase(Findings& findings, const RecordText& record, const Sentence& sentence,
                const Chunk& chunk, double confidence);

void sort_by_confidence(Findings& findings);

}  // namespace ev::extract
