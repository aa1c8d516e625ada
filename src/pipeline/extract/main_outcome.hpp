// The outcome that a record's results are read for: what the authors call primary; else what the
// aim says an effect was sought on, else what the methods measure first. Only the first is called
// so by the authors; the others carry a low confidence and a caveat. Pure functions; the outcome is
// kept in the Reading's memo.
#pragma once

#include "pipeline/extract/cell.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::extract {

struct MainOutcome {
  Findings named;  // best first
  bool called_primary = false;
  // Of each thing that the best one names the telling words, each with the short forms or the long
  // form that say the same.
  std::vector<std::vector<std::vector<std::string>>> members;
};
const MainOutcome& main_outcome(const Reading& reading);

// How much words of a line speak of the main outcome: 2 of the first thing it names, 1 of another,
// 0 of none.
int speaks_of_main_outcome(const Reading& reading, std::span<const doc::Token> words);
// The same of a whole line of the record, read once.
int speaks_of_main_outcome(const Reading& reading, const Line& line);

// What sentences on a primary outcome and sections of that name list, best first.
Findings outcomes_called_primary(const Reading& reading);

}  // namespace ev::extract
