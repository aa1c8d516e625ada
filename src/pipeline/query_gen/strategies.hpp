// From concepts to candidate queries: comprehensive = quorum over concepts (a name, as of a gene or
// new drug, always together with what it is asked about), focused = conjunction in title and major
// topics with a design filter, exploratory = one query per facet (mechanism, outcome, population
// …). Candidates carry looser and tighter forms for when counts are out of
// range. Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/blocks.hpp"

#include <limits>
#include <string>
#include <vector>

namespace ev::query_gen {

// At most so many concepts are combined, the most specific ones.
inline constexpr std::size_t kQuorumSize = 4;

struct Form {
  pubmed_query::Node tree;
  std::string how;                   // completes "searches …"
  std::vector<std::string> dropped;  // of a looser form: what it no longer asks for
  // Of a looser form: taken only where the stricter one finds at most so many records; 0 = a last
  // resort.
  long up_to = std::numeric_limits<long>::max();
};

struct Candidate {
  Form form;
  std::string purpose;        // "Broad search", "Mechanism" …
  std::vector<Form> looser;   // nearest first
  std::vector<Form> tighter;  // nearest first
  // Where it finds less in PubMed, and its looser form does not, the others come first.
  long at_least = 0;
};

// What a strategy's counts should lie between.
struct Range {
  long low = 0;
  long high = 0;
};
Range range_of(std::string_view strategy);

// Equal for queries that ask for the same parts in another order.
std::string parts_of(const pubmed_query::Node& tree);

struct Plan {
  std::vector<Candidate> candidates;  // best first, each once
  std::string domain_context;         // what the domain changed, in words
  std::vector<std::string> notes;
  std::vector<std::string> left_out;  // concepts beyond those that are combined
};

// The first drug among the concepts is never given up while there is another concept to give up.
// `concepts` must not be empty and hold only those to be searched.
Plan plan_queries(const std::vector<Concept>& concepts, const Request& request,
                  const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
