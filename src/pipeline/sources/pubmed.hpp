// PubMed through E-utilities: esearch (JSON) for ids, efetch (XML) for whole records in batches of
// limits::kFetchBatch. PubMed serves the first limits::kPubMedReachable hits of a query; what lies
// beyond, and everything PubMed changed in the query, becomes a warning. Errors: invalid_argument
// (dates, an offset beyond reach), invalid_query, upstream_changed. Thread rule: const, any thread.
#pragma once

#include "pipeline/sources/source.hpp"

#include <chrono>

namespace ev::sources {

inline constexpr std::chrono::hours kRecordFreshness{24};
inline constexpr std::chrono::hours kSearchFreshness{1};

// What esearch said, for searches and probes alike.
struct EsearchReply {
  long count = 0;
  long retstart = 0;
  std::vector<std::string> ids;
  std::string query_translation;
  std::vector<std::pair<std::string, std::string>> translations;
  std::vector<std::string> phrases_not_found;
  std::vector<std::string> fields_not_found;
  std::vector<std::string> quoted_phrases_not_found;
  std::vector<std::string> phrases_ignored;
  std::vector<std::string> messages;
  std::string api_version;
};
Result<EsearchReply> parse_esearch(std::string_view body);
// Sentences for everything PubMed dropped, ignored or reinterpreted in `query`, which tells
// alternatives, whose loss changes little, from conjuncts, whose loss makes a broader query.
std::vector<std::string> warnings_of(const EsearchReply& reply, std::string_view query);
// PubMed left out a part that had to hold: its hits are those of another, broader query.
bool is_broader(const EsearchReply& reply, std::string_view query);

// "2020-01" -> "2020/01"; invalid_argument (naming `path`) when it is no date.
Result<std::string> esearch_date(std::string_view date, std::string_view path);

class PubMed final : public Source {
 public:
  explicit PubMed(const Config& config);  // borrowed

  const SourceInfo& info() const override { return info_; }
  Result<net::RequestPlan> plan(const Query& query) const override;
  net::Classified classify(const net::HttpResponse& response) const override;
  Result<SourceStep> parse(const Query& query, const net::HttpResponse& response) const override;
  std::vector<net::RequestPlan> fetch(std::span<const std::string> ids) const override;
  std::span<const std::string> batch_of(std::span<const std::string> ids,
                                        std::size_t i) const override;
  Result<SourceStep> parse_records(std::span<const std::string> asked,
                                   const net::HttpResponse& response) const override;
  // Count and translation only.
  net::RequestPlan probe(const std::string& query) const;

 private:
  const Config& config_;
  SourceInfo info_;
};

}  // namespace ev::sources
