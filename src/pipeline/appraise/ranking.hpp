// Filter, boost, order, diversify, cut.
//
//   score   0 for a retracted paper or a retraction notice (kept, last), else as scored
//   boosts  multiply, then clamp to 1: recent 1.1 (published within 3 years before as_of),
//   high_impact 1.15
//           (relative citation ratio at least 2), review 1.05 (publication type Review, Systematic
//           Review, Scoping Review or Meta-Analysis); each explained
//   order   order.hpp; void records after all others
//   MMR     picks the max_results from the first 10,000 others, when `diversity` gives lambda;
//           scores are not changed by it
//
// Pure but for ctx.
#pragma once

#include "base/context.hpp"
#include "pipeline/appraise/dates.hpp"
#include "pipeline/appraise/filters.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::appraise {

struct RankingOptions {
  Filters filters{};
  bool boost_recent = false;
  bool boost_high_impact = false;
  bool prefer_reviews = false;
  std::optional<double> diversity{};  // MMR lambda, 0-1
  std::size_t max_results = 10;
  PartialDate as_of{};
};

struct Boost {
  std::string name;
  double factor = 1;
  std::string reason;
};

struct RankedRecord {
  std::size_t candidate = 0;  // index into the records given
  int rank = 0;
  double base_score = 0;   // as scored, 0 for a void record
  double final_score = 0;  // after boosts
  std::vector<Boost> boosts;
  std::vector<std::string> unjudged;  // filters and boosts that had nothing to judge by
};

struct Ranking {
  std::vector<RankedRecord> records;
  std::size_t initial_count = 0;
  std::size_t filtered_count = 0;  // before max_results
  std::vector<std::string> filters_applied;
  std::string method;  // score_only | composite_score_with_boosts
  std::map<std::string, std::vector<std::size_t>> removed;  // by filter; they count on the input
  std::map<std::string, int> unjudged;                      // by filter or boost, among those kept
  std::size_t unjudged_records = 0;
};

// True when citation data would change the result.
bool needs_citations(const RankingOptions& options);

// check(filters) has passed. Fails only when the call must end.
Result<Ranking> rank_records(std::span<const Rankable> records, const RankingOptions& options,
                             const Context& ctx);

}  // namespace ev::appraise
