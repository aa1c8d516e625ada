// Records by identifiers of any kind, from the sources that know them, batched for each. A paper is
// taken from PubMed whenever it is there, merged with what led to it; the others come from Europe
// PMC (preprints, PMC, patents), OpenAlex, Crossref (a DOI nobody else knows), ClinicalTrials.gov
// and the local store (imported records).
//
//   PMID        PubMed; Europe PMC when PubMed cannot be asked
//   PMCID, DOI  Europe PMC, the ID converter, PubMed's article identifiers, OpenAlex, Crossref
//   NCT W PPR   the one source that gave the name
//
// Every id gets an outcome: "not there" is only said when those who would know have answered; a
// source that failed or is switched off makes it "not checked". A failed source never loses the
// records of the others. Errors: cancelled. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/search/ports.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::search {

enum class IdOutcome { found, not_found, not_checked, no_id };

struct IdAnswer {
  std::string asked;
  IdOutcome outcome = IdOutcome::not_found;
  std::size_t record = 0;  // position in AnyFetch::articles, when found
  std::string reason;      // a sentence, unless found
};

struct AnyFetch {
  std::vector<model::Article> articles;  // each once, in the order of the ids
  std::vector<IdAnswer> answers;         // one for every id, in order
  std::vector<Error> errors;             // one per source and failure
  std::vector<std::string> warnings;
};

Result<AnyFetch> fetch_any(const Ports& ports, const std::vector<std::string>& ids,
                           const Context& ctx);

}  // namespace ev::search
