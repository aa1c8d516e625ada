// OpenAlex: whole works by one request a page, found by the `filter` that translate/ writes, in
// pages that follow each other by cursor (`next`); an offset is refused. Records by id: "PMID:1",
// "PMCID:PMC1", "DOI:10.1/x", "W1", asked for as lists of one kind: neighbours of one kind share a
// request, so ids sorted by kind need the fewest. What is no such id is named missing by the batch
// it stands in (a list of nothing but such ids makes no request). A key, when there is one, goes
// in a header. Errors: invalid_argument (offset, dates, an empty query, a refused key),
// invalid_query, budget_exhausted, upstream_changed. Thread rule: const, any thread.
#pragma once

#include "pipeline/sources/source.hpp"

namespace ev::sources {

// Tells the three kinds of 429 apart: too fast (rate), the day's credits used up (budget, with the
// time to their renewal) and a filter that needs a paid plan (permanent). `keyed`: a key was sent.
net::Classified classify_openalex(const net::HttpResponse& response, bool keyed);

class OpenAlex final : public Source {
 public:
  explicit OpenAlex(const Config& config);  // borrowed

  const SourceInfo& info() const override { return info_; }
  Result<net::RequestPlan> plan(const Query& query) const override;
  net::Classified classify(const net::HttpResponse& response) const override;
  Result<SourceStep> parse(const Query& query, const net::HttpResponse& response) const override;
  std::vector<net::RequestPlan> fetch(std::span<const std::string> ids) const override;
  std::span<const std::string> batch_of(std::span<const std::string> ids,
                                        std::size_t i) const override;
  Result<SourceStep> parse_records(std::span<const std::string> asked,
                                   const net::HttpResponse& response) const override;

 private:
  net::RequestPlan works_plan() const;

  const Config& config_;
  SourceInfo info_;
};

}  // namespace ev::sources
