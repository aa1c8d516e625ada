// One query to several sources at once, each in its own language, each with its own outcome: a slow
// or failing source neither delays the others past the deadline nor empties the answer. Records
// come back in each source's own order, neither merged nor ranked. Thread rule: any worker thread;
// one helper thread per source while it runs, all joined before it returns.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/search/outcome.hpp"
#include "pipeline/search/ports.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ev::search {

struct SourceReport {
  std::string source;
  SourceStatus status = SourceStatus::ok;
  std::optional<long> found;  // as the source counts
  // It left out a part that had to hold: its order says nothing about the question.
  bool broader = false;
  double ms = 0;
  std::string query_sent;  // in the source's language; "" when nothing was sent
  std::optional<Error> error;
  std::vector<std::string> warnings;  // what was lost on the way to this source
  std::vector<std::string> notes;     // what was approximated
  std::vector<model::Article> articles;
};

struct FederatedRequest {
  pubmed_query::Node query;
  std::vector<std::string> sources;  // ids, in order of trust
  int max_per_source = 10;
  bool include_preprints = true;
  std::chrono::milliseconds timeout{30'000};
};

// The sources that a search without a choice asks: all that are switched on, OpenAlex only with a
// key (keyless searches are paid from a budget shared by address).
std::vector<std::string> default_sources(const Config& config);

// One report per source asked for, in that order. Errors: cancelled only.
Result<std::vector<SourceReport>> search_sources(const Ports& ports,
                                                 const FederatedRequest& request,
                                                 const Context& ctx);

}  // namespace ev::search
