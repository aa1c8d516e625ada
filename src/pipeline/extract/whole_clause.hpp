// What is quoted of a sentence so that a reader understands it by itself. Pure functions over one
// line; offsets are bytes of it.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <optional>

namespace ev::extract {

// The clause without the words that join it to another, where it is short enough to be read.
std::optional<Stretch> whole_clause(const Line& line, const Stretch& stretch);

// Figures with the words of the clause that say what was counted and of whom: "24% vs 26%" alone
// says nothing.
Stretch with_what_they_tell(const Line& line, const Stretch& figures, const Stretch& clause);

}  // namespace ev::extract
