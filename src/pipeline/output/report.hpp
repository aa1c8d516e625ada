// The report: one self-contained HTML page from the evidence document of `run` (members question,
// as_of, sample, answer, claim_result, query, counts, articles, assessment, warnings; any may be
// missing or null, and the page says what is absent). No script is needed to read it, nothing is
// loaded from elsewhere, and all record text is escaped. Pure function: equal documents give equal
// bytes.
#pragma once

#include "base/json.hpp"

#include <string>

namespace ev::output {

std::string html_report(const Json& evidence);

// The same page for a set of records as such: members title, sample, result_set, query, ranked
// (false: the order says nothing), counts {records, with_abstract, preprints, trials, retracted},
// articles (rows as above; columns that no row has a value for are left out), warnings.
std::string html_result_set(const Json& document);

}  // namespace ev::output
