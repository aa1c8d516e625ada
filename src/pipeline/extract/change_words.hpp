// The words by which a clause says that something rose, fell or stayed the same, and those by which
// it says that one treatment is better than another. Pure functions over the words of a clause.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <optional>

namespace ev::extract {

const Patterns& says_no_difference();
// The same of two arms: "similar reductions in both groups", "equally effective".
const Patterns& says_equal();
const Patterns& ups();
const Patterns& downs();
// The first of these words that is no place of the body and no bound.
std::optional<Match> first_change(const Patterns& changes, Words words);

struct Change {
  bool up = false;
  std::size_t word = 0;   // of the words looked at
  bool compares = false;  // "lower", "greater reduction"; not "reduced"
};
std::optional<Change> change_in(Words words);
// "More effective than", "superior".
std::optional<Match> better_than(Words words);
// The same: what it does to the outcome where that is said.
std::optional<Change> better_at(Words words);
// "As effective as", "similar efficacy": of whatever the treatment is for.
bool says_equal_efficacy(Words words);

}  // namespace ev::extract
