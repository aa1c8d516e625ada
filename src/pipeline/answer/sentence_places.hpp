// Where a sentence names what a question speaks of, and the clauses as they are read: one that
// names no arm or no outcome of its own ("… but increased with A") takes those of the clause before
// it. Internal to the room; pure functions.
#pragma once

#include "pipeline/answer/naming.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <vector>

namespace ev::answer {

using Places = std::set<std::size_t>;  // words of the sentence

struct SentencePlaces {
  std::vector<Named> intervention, comparator, outcomes;
  Places given, against, arms;       // of intervention, comparator, either
  Places others, controls;           // other drugs; placebo, baseline, controls
  std::map<std::size_t, int> signs;  // of the words that name the outcome
  Places efficacy;                   // "effective", where the title alone names the outcome
  bool both_by_reference = false;  // "between the groups" of a record that sets the two arms apart
};
SentencePlaces find_places(const question::QuestionFrame& frame, const SentenceWords& sentence,
                           const RecordWords& record);

struct ClauseView {
  std::size_t begin = 0, end = 0;  // words
  Places given, against, others, controls, outcome, efficacy;
  bool own_arms = false, own_outcome = false;
};
std::vector<ClauseView> clauses_of(const SentenceWords& sentence, const SentencePlaces& places);

}  // namespace ev::answer
