// The commonest shapes of a rule: the words a pattern matches, the sentences that hold a match, and
// those that are an aside. Pure functions.
#pragma once

#include "pipeline/extract/back_matter.hpp"
#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/phrase.hpp"

namespace ev::extract {

struct Lookup {
  double confidence = 0.7;
  bool skip_background = false;  // background and objective sentences do not count
  bool skip_title = false;
  std::size_t limit = 10;
};

// Each distinct matched text once, in text order.
Findings all_matches(const RecordText& record, const Patterns& patterns, const Lookup& lookup);
// Each sentence with a match, in text order.
Findings all_sentences(const RecordText& record, const Patterns& patterns, const Lookup& lookup);
// Each sentence that is this aside, in text order.
Findings back_matter_told(const RecordText& record, BackMatter aside, double confidence);

// Adds a candidate unless one with the same text is there.
void add_distinct(Findings& findings, Candidate&& candidate);

// Several different numbers, none of which is the one: a list takes them, a single value none.
void leave_open_if_they_differ(Findings& findings);

}  // namespace ev::extract
