// The sections of the report, one source file each. Pure functions.
#pragma once

#include "base/json.hpp"

#include <string>

namespace ev::output {

// Ranked table and one expandable block per record.
std::string articles_section(const Json& evidence);
// Chains drawn and quoted, evidence against, gaps.
std::string hypotheses_section(const Json& evidence);
// Inline SVG of one hypothesis: four nodes, three signed arrows with their counts, weakest link
// marked.
std::string chain_svg(const Json& hypothesis, int number);
// Everything up to and with <main>; the sample's banner where document.sample is true. `eyebrow` is
// HTML.
std::string page_head(const std::string& title, const std::string& eyebrow, const Json& document);
// Authors (three at most), title, journal, date and the link to the record, as HTML.
std::string reference_text(const Json& article);
// "pubmed 143, europepmc 160 (100 taken), clinicaltrials failed; 22 duplicates merged", as text.
std::string found_text(const Json& evidence);
// "PubMed", or "the built-in sample".
std::string searched_place(const Json& evidence);
// RETRACTED, PREPRINT … as visible words.
std::string status_badges(const Json& article);

}  // namespace ev::output
