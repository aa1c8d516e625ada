// Two treatments that a title joins by "and" or "or" and its abstract sets against each other: two
// arms, not one treatment. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"

#include <optional>

namespace ev::extract {

struct Halves {
  Phrase first;
  Phrase second;
};

// "misoprostol and oxytocin" of a title whose abstract never joins them, or compares them.
std::optional<Halves> two_arms(const RecordText& record, const Candidate& titled);
// "tea or mint tea" of a title.
std::optional<Halves> alternatives(const RecordText& record, const Candidate& titled);

}  // namespace ev::extract
