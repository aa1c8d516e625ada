// The one treatment and the one comparator that a row of a table of trials shows. Lists of
// interventions take every phrase that may name one; a single cell has to be right or blank, so
// that it is taken from where papers say it in so many words: the arms of the allocation, then the
// title, then the rules' best phrase outside descriptions of the people; where none of them tells,
// from the arms of the study reading. The comparator never names what the intervention names. Pure
// functions; the pair is kept with its RecordText.
#pragma once

#include "pipeline/extract/cell.hpp"

#include <optional>

namespace ev::extract {

struct Compared {
  std::optional<Candidate> intervention;
  std::optional<Candidate> comparator;
};

const Compared& compared_in(const RecordText& record);

// What "versus", "control group received" and their like name, most certain first.
const Findings& comparators_by_rules(const RecordText& record);

}  // namespace ev::extract
