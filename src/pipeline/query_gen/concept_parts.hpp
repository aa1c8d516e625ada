// What concepts are made of, for the readers of this room. Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/clinical_terms.hpp"
#include "pipeline/query_gen/concepts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

// By the branch of its trees: condition, intervention, computing, mechanism …
std::string role_of(const mesh::Heading& heading);
// A heading that names how a study is made (branch V): no subject.
bool is_study_kind(const mesh::Heading& heading);
// The first one in the domain's branches, else the first; nullptr when there is none.
const mesh::Heading* best_heading(const std::vector<const mesh::Heading*>& found,
                                  std::string_view domain);
// What stands below the concept's heading, and the members of a class of drugs, for its words.
void add_narrower(Concept& c, const mesh::Heading& heading, const mesh::Vocabulary& vocabulary);
// Of a spoken name: the other classes below its heading are not meant, nor are the words for all.
void only_itself(Concept& c, const std::vector<std::string>& words, const mesh::Heading& heading);
// Its words in front of the synonyms; what contains one of them adds nothing.
void add_spoken_words(Concept& c, const std::vector<std::string>& words);
// A concept without a heading.
Concept from_text(std::string text);
// The same with all names of what it is.
Concept concept_of(std::string text, const ClinicalTerm& term);

}  // namespace ev::query_gen
