// ClinicalTrials.gov (API v2): registered studies by one request a page. `Query::params` are the
// API's parameters as translate/ writes them (query.cond, query.term, filter.advanced …); dates
// limit the day of first posting. Pages follow each other by token (`next`); an offset is refused.
// Records by id: NCT numbers in any letter case, earlier numbers too; what is none is named missing
// by the batch it stands in (a list of nothing but such ids makes no request), because one
// malformed number makes the service refuse a whole batch. Its errors are plain text. Errors:
// invalid_argument (offset, dates, an empty query), invalid_query, upstream_changed. Thread rule:
// const, any thread.
#pragma once

#include "pipeline/sources/source.hpp"

namespace ev::sources {

net::Classified classify_clinicaltrials(const net::HttpResponse& response);

class ClinicalTrials final : public Source {
 public:
  explicit ClinicalTrials(const Config& config);  // borrowed

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
  net::RequestPlan studies_plan() const;

  const Config& config_;
  SourceInfo info_;
};

}  // namespace ev::sources
