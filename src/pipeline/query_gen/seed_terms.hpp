// What known relevant records teach about a goal's concepts: where the planned query misses some of
// them, terms of their titles, keywords and headings are ranked by log-odds (seeds against all of
// PubMed), given to the concept they stand nearest to (lift of their counts together) and kept only
// while more seeds are found. Log-odds of a term in k of n seeds and df of N records, smoothed:
// ln(p/(1-p)) - ln(q/(1-q)), p = (k+.5)/(n+1), q = (df+.5)/(N+1). Thread rule: pure but for the
// probe.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::query_gen {

struct SeedLesson {
  std::vector<SeedTerm> terms;
  std::vector<std::string> warnings;
};

// Adds what it learns to `concepts`. Errors: cancelled, timeout; a count that fails is a warning
// and its term is not used.
Result<SeedLesson> learn_from_seeds(std::vector<Concept>& concepts,
                                    std::span<const model::Article> seeds, const Request& request,
                                    const Seams& seams, const Context& ctx);

}  // namespace ev::query_gen
