// The outcome that a record's results are read for: what the authors call primary; else what the
// aim says an effect was sought on, else what the methods measure or the results tell first. Only
// the first is called so by the authors; the others carry a low confidence and a caveat. Pure
// functions; the outcome is kept with its RecordText.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/outcome_words.hpp"

#include <span>
#include <vector>

namespace ev::extract {

struct MainOutcome {
  Findings named;  // best first
  bool called_primary = false;
  std::vector<OutcomeWords> members;  // of each thing that the best one names
};
const MainOutcome& main_outcome(const RecordText& record);

// How much words of a sentence speak of the main outcome: 2 of the first thing it names, 1 of
// another, 0 of none.
int speaks_of_main_outcome(const RecordText& record, std::span<const doc::Token> words);
// The same of a whole sentence of the record, read once.
int speaks_of_main_outcome(const RecordText& record, const Sentence& sentence);

// What sentences on a primary outcome and sections of that name list, best first.
Findings outcomes_called_primary(const RecordText& record);

}  // namespace ev::extract
