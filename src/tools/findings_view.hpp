// The summary of findings, the flow of records and the search report as JSON. Pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/research/prisma.hpp"
#include "pipeline/workflow/evidence_profile.hpp"
#include "pipeline/workflow/synthesize.hpp"

#include <vector>

namespace ev::tools {

// `s` is what the profile is of.
Json findings_json(const synthesis::Synthesis& s, const workflow::EvidenceProfile& profile);
Json flow_json(const std::vector<research::Box>& boxes);
// Items with what was done, then the numbers of those the program does not record.
Json search_report_json(const std::vector<research::SearchItem>& items);
// As a document.
std::string search_report_markdown(const std::vector<research::SearchItem>& items);

// What became of each record of a call, once: taken out by rule or person, without what is asked
// for, or pooled.
research::Selection selection_of(const workflow::SynthesisOutcome& outcome,
                                 std::span<const model::Article> articles, bool person_screened);

}  // namespace ev::tools
