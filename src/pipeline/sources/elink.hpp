// PubMed's links between its own records (E-utilities elink): similar articles, citing articles,
// references. One request for several PMIDs, one list for each. A PMID it does not know looks like
// one without links: its list is empty. Pure; thread rule: any thread. Errors: upstream_changed,
// and what a reply's own ERROR says.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"
#include "net/request.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

enum class PubMedLink { similar, cited_by, references };

// One request per 50 PMIDs, in order; what is no PMID is left out.
std::vector<net::RequestPlan> plan_pubmed_links(const Config& config, PubMedLink link,
                                                std::span<const std::string> pmids);
// PMIDs by the PMID they belong to, in PubMed's order, itself left out (a record is the first of
// those similar to it).
Result<std::map<std::string, std::vector<std::string>>> parse_pubmed_links(PubMedLink link,
                                                                           std::string_view body);

}  // namespace ev::sources
