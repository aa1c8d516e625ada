// Words that a list divides though together they name a heading: "kidney, transplant, dialysis"
// asks for Kidney Transplantation. Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ev::query_gen {

// One item of a list, a single word, maybe cut off by its writer.
struct ListedWord {
  std::string key;    // mesh::term_key in American spelling
  std::size_t token;  // of the goal
};

// Adds a concept for each heading or entry term of two words that two of `words` begin, in either
// order, and takes away the parts it says more exactly. A broader heading stays in a list longer
// than what a query combines: its words are then alternatives of each other, not facets.
void join_listed_pairs(std::vector<Concept>& concepts, const std::vector<ListedWord>& words,
                       const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
