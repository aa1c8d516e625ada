// The seams to PubMed for this room: functions that ask what queries mean and fetch records. Real:
// probing(ports), fetching(ports);
// tests give their own; an empty function means that there is no network. Thread rule: as the
// function's.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/search/live_mesh.hpp"
#include "pipeline/search/probe.hpp"
#include "pipeline/search/search.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ev::query_gen {

using ProbeFn =
    std::function<std::vector<Result<search::Probe>>(std::span<const std::string>, const Context&)>;

// PubMed took the term as one value of its field. Of what it does not know as written it searches
// the words instead, which says nothing about a heading.
bool read_as_written(const search::Probe& probe, const pubmed_query::Term& term);

using FetchFn = std::function<Result<search::FetchOutcome>(const std::vector<std::string>& pmids,
                                                           const Context&)>;

// How often PubMed may be asked for one goal, answers of the cache included, so that the same goal
// is understood the same every time: limits::kQueryRequests, of which kQueryMeaningRequests may go
// into what the goal means. What is asked beyond is answered by an error (is_unasked).
class RequestBudget {
 public:
  ProbeFn within(ProbeFn probe) const;
  search::LiveMesh within(search::LiveMesh live) const;
  // From here on the rest may be asked, too.
  void meaning_is_settled();
  int unasked() const;

 private:
  struct State;
  static std::shared_ptr<State> fresh();
  std::shared_ptr<State> state_ = fresh();
};
bool is_unasked(const Error& error);

// `ports` are copied; what they refer to must outlive the function.
ProbeFn probing(const search::Ports& ports);
FetchFn fetching(const search::Ports& ports);

}  // namespace ev::query_gen
