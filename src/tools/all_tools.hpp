// The explicit list of tools, in the order tools/list shows them. Adding a tool:
// schemas/<name>.json, src/tools/<name>.cpp, one line here, one in all_tools.cpp, its test.
#pragma once

#include "mcp/tool.hpp"
#include "pipeline/workflow/working_sets.hpp"
#include "tools/services.hpp"

#include <memory>
#include <vector>

namespace ev::tools {

mcp::ToolDef pubmed_generate_query(const Services& services);
mcp::ToolDef pubmed_search(const Services& services);
mcp::ToolDef search_evidence(const Services& services);
mcp::ToolDef get_articles(const Services& services);
mcp::ToolDef deduplicate_evidence(const Services& services);
mcp::ToolDef pubmed_extract_features(const Services& services);
mcp::ToolDef pubmed_score_articles(const Services& services,
                                   const std::shared_ptr<WorkingSets>& working);
mcp::ToolDef pubmed_filter_rank(const Services& services,
                                const std::shared_ptr<WorkingSets>& working);
mcp::ToolDef generate_hypotheses(const Services& services);
mcp::ToolDef test_hypothesis(const Services& services);
mcp::ToolDef run_research(const Services& services, const std::shared_ptr<WorkingSets>& working);
mcp::ToolDef verify_citations(const Services& services);
mcp::ToolDef synthesize_evidence(const Services& services);
mcp::ToolDef export_results(const Services& services);

// All of the above with their definitions attached from schemas/.
// `working`: what calls leave for the next ones.
std::vector<mcp::ToolDef> all_tools(
    const Services& services,
    const std::shared_ptr<WorkingSets>& working = std::make_shared<WorkingSets>());
// What tools/list serves for one schema file: inputSchema without ranges and lengths, outputSchema
// cut to the names of its main members. An empty enumeration takes its values from `accepted`, the
// shape of the arguments (ToolDef::accepted).
std::string served_definition(std::string_view schema_file, const Json& accepted);

}  // namespace ev::tools
