// MeSH through E-utilities (db=mesh): esearch for ids, one esummary for many of them. Pure plans
// and parsers; search/live_mesh.hpp does the asking. Thread rule: any thread. Errors:
// upstream_changed, and what an ERROR text of the service names.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

inline constexpr std::chrono::hours kMeshFreshness{30 * 24};  // MeSH changes once a year
inline constexpr std::size_t kMeshSummaryBatch = 200;         // ids per esummary

// Ids of the records PubMed's MeSH database finds for a term, the best first. The ids come out of
// parse_esearch().
net::RequestPlan mesh_search_plan(const Config& config, std::string_view term);
// At most kMeshSummaryBatch ids.
net::RequestPlan mesh_summary_plan(const Config& config, std::span<const std::string> ids);

struct MeshSummary {
  std::string id;
  mesh::Heading heading;
};
// Descriptors and supplementary records in the service's order; qualifiers and ids the service does
// not know are left out.
Result<std::vector<MeshSummary>> parse_mesh_summaries(std::string_view body);

// "68009203" -> "D009203", "67414177" -> "C414177", "81000188" -> "Q000188"; "" for other forms,
// whose UI stands in the summary only.
std::string mesh_ui_of_id(std::string_view id);

}  // namespace ev::sources
