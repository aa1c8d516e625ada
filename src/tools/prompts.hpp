// The prompts a user can start from: systematic_search, drug_repurposing, appraise_paper,
// compare_interventions. Each tells the host's model which tools to call in which order and what to
// report; what the user typed stands in it as quoted data. Thread rule: the functions run on
// workers; the services must outlive them.
#pragma once

#include "mcp/prompts.hpp"
#include "tools/services.hpp"

#include <vector>

namespace ev::tools {

std::vector<mcp::Prompt> evidence_prompts(const Services& services);

}  // namespace ev::tools
