// What only PubMed can say about concepts: its translation of words no vocabulary knows, and the
// entry terms of headings that only the translation confirmed. Thread rule: pure but for the seams.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <string>
#include <vector>

namespace ev::query_gen {

// Asks PubMed about the reading's longer spans: one that it translates as a whole takes the place
// of the concepts inside it. Failures are returned as warnings.
std::vector<std::string> confirm_spans(GoalConcepts& reading, const ProbeFn& probe,
                                       const Context& ctx);

// Asks PubMed about concepts without a heading. Only a translation of the whole text counts.
// Concepts that occur nowhere get weight -1. Failures are returned as warnings: generation goes on
// without.
std::vector<std::string> confirm_live(std::vector<Concept>& concepts, const ProbeFn& probe,
                                      const Context& ctx);

// Asks PubMed's MeSH database about headings that only PubMed's translation confirmed: their entry
// terms become synonyms, their trees the role; members of a class are named as for any. Failures
// are returned as warnings.
std::vector<std::string> complete_live(std::vector<Concept>& concepts,
                                       const mesh::Vocabulary& vocabulary,
                                       const search::LiveMesh& live, const Context& ctx);

// Takes out synonyms and narrower terms that PubMed does not have as a phrase: it would read each
// as its words in all fields ("cis-Platinum" as cis) and find what nobody asked for. One request;
// what the goal itself says is kept. Gives back what was taken out.
std::vector<std::string> drop_unknown_phrases(std::vector<Concept>& concepts, const ProbeFn& probe,
                                              const Context& ctx);

}  // namespace ev::query_gen
