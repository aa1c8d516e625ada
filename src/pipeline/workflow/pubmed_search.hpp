// The stage "search PubMed": the records of one page stored as a set, with what PubMed makes of the
// query and, when nothing is found, why. When NCBI is down or has shut this address out, Europe PMC
// answers in its place. Nothing found is a success. Thread rule: any worker thread. Errors:
// invalid_query (path "search_query"), cancelled, and any failure that leaves nothing at all.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/query_gen/diagnosis.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/workflow/date_range.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

struct PubMedSearchRequest {
  std::string search_query;  // PubMed syntax
  int max_results = 20;
  std::string sort_order = "relevance";  // relevance | date | author
  DateRange date_range;
  std::vector<std::string> article_types;
  bool with_citation_counts = false;
  bool offline = false;
  std::string source = "pubmed";    // pubmed | mirror: the mirror alone, also with a network
  std::size_t offset = 0;           // of the page
  bool began_at_europepmc = false;  // the pages before came from there
};

// The query with the article types in it, as it is sent.
std::string sent_query(const PubMedSearchRequest& request);

struct PubMedSearchOutcome {
  search::SearchOutcome found;
  std::string query;                       // as sent
  std::string result_set;                  // of found.articles
  std::vector<std::string> query_remarks;  // what PubMed silently does with the query; first page
  std::string no_results;                  // why nothing is found, "" when something is
  std::optional<query_gen::ZeroHits> zero_hits;  // of PubMed, when it could be found out
};
// In the order in which they are told: remarks, why nothing is found, what the search met.
std::vector<std::string> warnings_of(const PubMedSearchOutcome& outcome);

// `refusals`: where no service answers, what each of them said, PubMed first; the error has all of
// it in one sentence.
Result<PubMedSearchOutcome> search_pubmed(const Services& services,
                                          const PubMedSearchRequest& request, const Context& ctx,
                                          std::vector<Error>* refusals = nullptr);

}  // namespace ev::workflow
