// The stage "search all sources": one question put to several sources, their records merged,
// enriched and put in the order of their fused relevance, stored as a set. A source that fails is
// told in its report. Thread rule: any worker thread. Errors: invalid_query (path "query"),
// cancelled, and the failure of every source.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/search/enrich.hpp"
#include "pipeline/search/federated.hpp"
#include "pipeline/workflow/date_range.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ev::workflow {

struct FederatedSearchRequest {
  std::string query;                 // PubMed syntax, or words
  std::vector<std::string> sources;  // none: search::default_sources()
  int max_results_per_source = 10;
  DateRange date_range;
  bool include_preprints = true;
  int timeout_s = 30;
  std::vector<std::string> enrich;  // none: search::default_enrichers(); "none" switches them off
};

struct SearchedSource {
  search::SourceReport report;  // without its articles
  std::size_t returned = 0;     // how many there were
  bool answered() const;
};

struct FederatedSearchOutcome {
  pubmed_query::Node query;  // as read
  std::vector<SearchedSource> sources;
  std::vector<search::EnrichmentReport> enrichment;
  std::vector<model::Article> articles;  // best first
  std::vector<double> relevance;         // parallel, 0–1 with four decimals
  std::size_t before = 0;                // records before merging
  std::string result_set;
  std::vector<std::string> warnings;
};

Result<FederatedSearchOutcome> search_sources(const Services& services,
                                              const FederatedSearchRequest& request,
                                              const Context& ctx);

}  // namespace ev::workflow
