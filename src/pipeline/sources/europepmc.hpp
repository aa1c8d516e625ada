// Europe PMC: PubMed, PMC, preprints, patents, Agricola in one index, by its REST search
// (resultType core, JSON).
// - Query: `params` as translate::to_europepmc wrote them (`query`); start_date and end_date are
//   AND-ed to it as FIRST_PDATE. Longer than translate::kEuropePmcGetLimit it goes to searchPOST.
// - Pages are cursors: `offset` is refused. `SourceStep::next` asks for the following page when
//   `Query::max` wants more than came; the caller reads that page with the same query and `max`
//   less what it has. A reply whose cursor is gone is Verdict::expired: start the search again.
// - fetch() takes "PMID:1" (or digits), "PMCID:PMC1", "DOI:10.x/y" and "SRC:ID" ("PPR:PPR1",
//   "MED:1", "PAT:WO1"), kBatch to a request; other ids are not asked for and come back missing.
//   parse_records keeps the records that were asked for, in that order, each once.
// Errors: invalid_argument (no query, offset, dates), invalid_query, upstream_changed. Thread
// rule: const, any thread.
#pragma once

#include "pipeline/sources/source.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

class EuropePmc final : public Source {
 public:
  static constexpr int kPage = 100;          // records to a page: the service allows 1,000, but a
                                             // page of whole records is then 10 MB and slow
  static constexpr std::size_t kBatch = 25;  // ids to a fetch

  explicit EuropePmc(const Config& config);  // borrowed

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
  Result<net::RequestPlan> page(const Query& query, const std::string& cursor) const;
  net::RequestPlan search(std::string query, std::vector<net::Param> rest, bool first,
                          Sort sort) const;

  const Config& config_;
  SourceInfo info_;
};

// One id as a clause of a query: "(EXT_ID:1 AND SRC:MED)"; "" when it is none of the forms above.
std::string europepmc_id_clause(std::string_view id);
// Whether `article` is what `id` asks for.
bool europepmc_id_names(std::string_view id, const model::Article& article);

}  // namespace ev::sources
