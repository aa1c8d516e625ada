// Names of authors as reference files write them. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <string_view>
#include <vector>

namespace ev::library {

// Whether a lone "First Last" may be meant (BibTeX) or, as everywhere else, the family name comes
// first ("Last FM").
enum class NameOrder { family_first, either };

// One name: "Last, First M.", "Last, First, Jr", "Last FM", "First Last" (NameOrder::either), or a
// group, which stays whole.
model::Author person_of(std::string_view name, NameOrder order = NameOrder::family_first);
// The parts of "Last, First M Jr" (the MEDLINE form: suffix behind the given names).
model::Author medline_person(std::string_view full_name);

// "Smith, J. and Doe, A.", "Smith J; Doe A", "Smith J, Doe A". `complete` becomes false when the
// list ends in "et al" or "and others".
std::vector<model::Author> people_of(std::string_view list, bool& complete);
// "et al.", "and others".
bool is_et_al(std::string_view name);

}  // namespace ev::library
