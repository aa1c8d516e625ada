// Semantic Scholar's Graph API: whole papers by one request a page of its bulk search, found by the
// parameters that translate/ writes. A page has always up to 1,000 papers, of which the first `max`
// are read; the next one follows by a token. The Boolean search has no order of relevance: without
// a sort by date the most cited come first, which is said when not all are read. Records by id
// ("PMID:1", "PMCID:PMC1", "DOI:10.1/x", "x-s2-1"), 500 a request. A key, when there is one, goes
// in a header; the limits are one request a second with it, and a pool shared with everybody
// without. Errors: invalid_argument (offset, dates, an empty query, a refused key), invalid_query,
// upstream_changed. Thread rule: const, any thread.
#pragma once

#include "pipeline/sources/source.hpp"

namespace ev::sources {

// `keyed`: a key was sent.
net::Classified classify_semanticscholar(const net::HttpResponse& response, bool keyed);

class SemanticScholar final : public Source {
 public:
  explicit SemanticScholar(const Config& config);  // borrowed

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
  net::RequestPlan request(const char* path) const;

  const Config& config_;
  SourceInfo info_;
};

}  // namespace ev::sources
