// What further services know of records that a search found, asked for in batches after the sources
// have answered: citation metrics (iCite), missing identifiers (the PMC ID converter), retractions
// and bibliographic gaps (Crossref), open copies (Unpaywall), entities (PubTator3). All are asked
// at once, none is needed: one that fails or is too late is named in its report and changes
// nothing. Only gaps are filled; what came from where is in metadata["from_<service>"], counts and
// retraction claims name their source themselves. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/search/outcome.hpp"
#include "pipeline/search/ports.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::search {

struct EnrichmentReport {
  std::string service;
  SourceStatus status = SourceStatus::ok;
  std::size_t asked = 0;       // records put to it
  std::size_t known = 0;       // records it knew
  std::size_t unasked = 0;     // left out: a service without lists is asked for the first ones only
  std::optional<Error> error;  // the first failure; none of `ok`
};

struct Enrichment {
  std::vector<EnrichmentReport> reports;  // of the services asked for, in a fixed order
  bool new_ids = false;                   // two records may turn out to be one work now
};

// All services this room knows, in that order.
const std::vector<std::string>& all_enrichers();
// What a search without a choice asks: all that are switched on, Unpaywall with an e-mail address
// only, PubTator3 (whole annotated texts) only where the configuration names it.
std::vector<std::string> default_enrichers(const Config& config);

// `records` best first: limits of services that take one record a request cut at the end. The
// deadline of `ctx` is the budget. Errors: cancelled only.
Result<Enrichment> enrich(const Ports& ports, const std::vector<std::string>& services,
                          std::vector<model::Article>& records, const Context& ctx);

}  // namespace ev::search
