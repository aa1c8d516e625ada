// Every number that is stated of the studies of a set of records: in abstracts, in open full text
// (tables of JATS), in results posted at ClinicalTrials.gov. Full text comes as get_articles
// fetches it; a registration is found by the numbers a record carries (its data bank list, its
// text) or, of a registered study among the records, is the record itself. Thread rule: any worker
// thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/search/ports.hpp"
#include "pipeline/synthesis/study_result.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::workflow {

// Where to look; all by default.
struct ResultPlaces {
  bool abstract_text = true;
  bool full_text = true;
  bool registry = true;
};

// What was asked for and not read, with the reason: "the full text is not open".
struct UnreadPlace {
  std::string id;  // of the record, or the registration's number
  synthesis::Origin origin = synthesis::Origin::abstract_text;
  std::string reason;
};

struct GatheredResults {
  // By record in the order given; of each its abstract, its full text, then its registrations
  // (once, with the first record that carries the number), the most complete rows of each first. A
  // row's `id` is the PMID or, of registry rows, the NCT number; papers and registry rows of one
  // trial share `registrations`, and synthesize() counts them once. Rows of one study that state
  // other numbers for the same outcome and arms say so in `conflicts`; all are kept.
  std::vector<synthesis::StudyResult> rows;
  std::vector<UnreadPlace> unread;
  std::vector<Error> errors;  // of services that failed on the way; a failed part loses no other
};

// Records that are no studies (why_not_pooled) are left to the caller. Errors: cancelled.
Result<GatheredResults> gather_results(const search::Ports& ports,
                                       std::span<const model::Article> articles,
                                       const ResultPlaces& places, const Context& ctx);

}  // namespace ev::workflow
