// Whether the controlled values of a query exist: languages, publication types, headings. Languages
// and publication types are closed lists. A heading is called unknown only by a vocabulary that
// holds all of MeSH; any vocabulary may say that a name is an entry term of another heading, a
// supplementary concept, or one letter away from a heading. Warnings by position; truncated values
// are not judged. Thread rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/pubmed_query/tree.hpp"

namespace ev::pubmed_query {

Diagnostics check_values(const Node& query, const mesh::Vocabulary& vocabulary);

}  // namespace ev::pubmed_query
