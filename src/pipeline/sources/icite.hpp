// iCite (NIH Office of Portfolio Analysis): citation count and Relative Citation Ratio by PMID.
// Reads both generations of replies (bare objects or {"data": [...]}; Yes/No or true/false). Papers
// it does not know (before 1980, very new) are simply absent. Pure; thread rule: const, any thread.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::sources {

struct Citations {
  std::optional<int> citation_count;
  std::optional<double> relative_citation_ratio;  // absent for recent or uncited papers
  std::optional<double> nih_percentile;           // 0..100
  std::optional<bool> is_clinical;
  bool operator==(const Citations&) const = default;
};

// One request per 200 ids, in order.
std::vector<net::RequestPlan> plan_citations(const Config& config,
                                             std::span<const std::string> pmids);
net::Classified classify_icite(const net::HttpResponse& response);
Result<std::map<std::string, Citations>> parse_citations(std::string_view body);

}  // namespace ev::sources
