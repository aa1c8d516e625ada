// What a model proposes (concepts, synonyms, headings) and what becomes of it: a heading counts
// only when a vocabulary or PubMed confirms it, words only when they say something and occur in
// PubMed. Nothing of a proposal reaches a query otherwise. Thread rule: pure but for the probe.
#pragma once

#include "pipeline/query_gen/concepts.hpp"
#include "pipeline/query_gen/used.hpp"

#include <vector>

namespace ev::query_gen {

inline constexpr std::size_t kMostNewConcepts = 3;
inline constexpr std::size_t kMostProposed = 8;  // further terms of one concept

// Adds what is confirmed to `concepts`; one note per proposed term, in order. A new concept is
// marked as proposed: it is asked for beside the goal's, never instead. Errors: cancelled, timeout;
// a term that could not be asked about is refused with the reason.
Result<std::vector<ProposalNote>> adopt_proposals(std::vector<Concept>& concepts,
                                                  const Request& request, const Seams& seams,
                                                  const Context& ctx);

// Notes for proposals to a goal that is a query already and takes none.
std::vector<ProposalNote> unasked_proposals(const std::vector<Proposal>& proposals);

// Settles what had an effect: a term of the proposal stands in a finished query.
void judge_proposals(std::vector<ProposalNote>& notes, const QueryTerms& held);

}  // namespace ev::query_gen
