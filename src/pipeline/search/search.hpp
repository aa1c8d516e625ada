// Searching PubMed and fetching records by PMID. Records already in the store (fetched from PubMed
// within sources::kRecordFreshness; any age when offline) are not fetched again; what is fetched is
// stored. A failed batch never loses the others: `failed` names its ids, `errors` says why. Nothing
// found is a success. Offline, a search that the cache does not know is answered by the local
// library. Errors: invalid_argument, invalid_query, cancelled, and any failure that
// leaves nothing at all. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/search/ports.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/source.hpp"

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ev::search {

struct SearchRequest {
  std::string query;       // PubMed syntax, article types already in it
  std::string start_date;  // YYYY[/MM[/DD]] or with '-'; "" = open
  std::string end_date;
  sources::Sort sort = sources::Sort::relevance;
  int offset = 0;
  int max = 20;
  // More than 0: the caller asks elsewhere for what PubMed fails to give. The ids must be found
  // within so long, fetching leaves time, and records that could not be fetched are `failed` in the
  // outcome, even if that is all of them. 0 = the call's time, and an error when all fail.
  std::chrono::milliseconds find_within{0};
};

struct FetchOutcome {
  std::vector<model::Article> articles;  // in the order asked for
  std::vector<std::string>
      missing;  // PubMed neither sends nor lists it (deleted, merged, never was)
  std::vector<std::string> failed;  // could not be fetched; `errors` says why
  std::vector<Error> errors;
  std::vector<std::string> warnings;  // a sentence per error too, for callers without errors[]
};

struct SearchOutcome {
  std::vector<model::Article> articles;  // in PubMed's order
  std::vector<std::string> ids;          // of this page, whether fetched or not
  long total = 0;
  std::string query_translation;
  std::vector<std::pair<std::string, std::string>> translations;
  std::vector<std::string> warnings;
  std::vector<std::string> missing;
  std::vector<std::string> failed;
  std::vector<Error> errors;
  double elapsed_ms = 0;
  std::string api_version;
  bool local = false;    // from what is kept here: offline, and not in the cache, or by choice
  bool mirror = false;   // and that was the mirror
  bool broader = false;  // PubMed left out a part that had to hold
  std::string source = "pubmed";
};

Result<SearchOutcome> search_pubmed(const Ports& ports, const SearchRequest& request,
                                    const Context& ctx);

// Repeated ids are fetched once and returned once.
Result<FetchOutcome> fetch_records(const Ports& ports, const std::vector<std::string>& pmids,
                                   const Context& ctx);

struct CitationsOutcome {
  std::map<std::string, sources::Citations> by_pmid;
  std::vector<std::string> warnings;  // iCite switched off, offline or failing: counts stay unknown
};
// Fails only when cancelled.
Result<CitationsOutcome> citations(const Ports& ports, const std::vector<std::string>& pmids,
                                   const Context& ctx);
// In the metadata of a record that iCite was asked about: what it gave, or "nothing".
inline constexpr const char* kFromICite = "from_icite";
// Sets citation_count and metadata citation_source, relative_citation_ratio.
void add_citations(std::vector<model::Article>& articles, const CitationsOutcome& outcome);

}  // namespace ev::search
