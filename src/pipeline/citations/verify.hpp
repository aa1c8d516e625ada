// Do references exist, are they what they say, and do they stand? References with identifiers are
// looked up by these, the others by title words, then by journal, volume and page, in PubMed,
// Europe PMC and Crossref, each asked only for what is still open. A reference that could not be
// checked because a source failed is `unverifiable`, never `not_found`. The standing is the union
// of what PubMed, Europe PMC, Crossref and (with a key) OpenAlex say. Errors: cancelled. Thread
// rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/citations/compare.hpp"
#include "pipeline/citations/reference.hpp"
#include "pipeline/search/ports.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::citations {

enum class CitationStatus { verified, mismatch, not_found, retracted, unverifiable };
const char* to_string(CitationStatus status);

struct Verified {
  CitationStatus status = CitationStatus::unverifiable;
  std::string reason;  // a sentence
  std::optional<model::Article> record;
  Comparison comparison;
  // Another record that fits the words of the reference better than the one its identifier names.
  std::optional<model::Article> suggestion;
};

struct Verification {
  std::vector<Verified> references;  // one for each, in order
  std::vector<Error> errors;
  std::vector<std::string> warnings;
};

Result<Verification> verify(const search::Ports& ports, const std::vector<Reference>& references,
                            const Context& ctx);

}  // namespace ev::citations
