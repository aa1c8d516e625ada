// The stage "rank": scored records filtered, boosted and cut to the best, stored as a derived set.
// Thread rule: any worker thread. Errors: records that were never scored, filters that cannot be
// used, cancelled.
#pragma once

#include "base/codec.hpp"
#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/ranking.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/score_payload.hpp"
#include "pipeline/workflow/services.hpp"
#include "pipeline/workflow/working_sets.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

struct RankingCriteria {
  bool boost_recent = false;
  bool boost_high_impact = false;
  bool prefer_review_articles = false;
};
template <class V>
void describe(V& v, RankingCriteria& c) {
  v("boost_recent", c.boost_recent);
  v("boost_high_impact", c.boost_high_impact);
  v("prefer_review_articles", c.prefer_review_articles);
}

struct RankingFilters {
  std::optional<int> min_citation_count;
  std::vector<std::string> journal_whitelist;
  bool exclude_preprints = false;
  bool exclude_retracted = false;
  std::optional<int> min_year;
  std::vector<std::string> languages;
  std::vector<std::string> designs;
};
template <class V>
void describe(V& v, RankingFilters& f) {
  v("min_citation_count", f.min_citation_count, {.min = 0, .max = 10'000'000});
  v("journal_whitelist", f.journal_whitelist, {.max_length = 500});
  v("exclude_preprints", f.exclude_preprints);
  v("exclude_retracted", f.exclude_retracted);
  v("min_year", f.min_year, {.min = 1000, .max = 3000});
  v("languages", f.languages, {.max_length = 50});
  v("designs", f.designs, {.max_length = 50});
}

struct RankingRequest {
  RecordsRequest records;
  std::optional<double> min_score_threshold;
  int max_results = 10;
  RankingCriteria ranking_criteria;
  RankingFilters filters;
  std::optional<double> diversity;  // 0–1
  std::string as_of;                // YYYY-MM-DD, "" = the date of the scoring
};
// All but the records: as the user writes it and as it is kept with the set.
template <class V>
void describe_settings(V& v, RankingRequest& r) {
  v("min_score_threshold", r.min_score_threshold, {.min = 0, .max = 1});
  v("max_results", r.max_results, {.min = 1, .max = 10'000, .paged = true});
  v("ranking_criteria", r.ranking_criteria);
  v("filters", r.filters);
  v("diversity", r.diversity, {.min = 0, .max = 1});
  v("as_of", r.as_of);
}
appraise::Filters filters_of(const RankingRequest& request);
// What to call first, with these arguments.
std::string scoring_call(const Json& records);
inline constexpr const char* kNeverScored = "names records that were never scored";

// Scored records, from memory or from the store: what ranking and showing them need of each.
class ScoredRecords {
 public:
  explicit ScoredRecords(std::shared_ptr<const WorkingScores> warm)
      : records_(warm->records), warm_(std::move(warm)) {}
  explicit ScoredRecords(RecordSet loaded)
      : records_(std::make_shared<const WorkingRecords>(std::move(loaded))) {}

  const RecordSet& set() const { return records_->set; }
  std::size_t size() const { return warm_ ? warm_->scores.size() : set().articles.size(); }
  const model::Article& article(std::size_t i) const { return set().articles[place(i)]; }
  const RecordFeatures& features(std::size_t i) const { return set().features[place(i)]; }
  std::vector<std::string> void_warning(std::string_view what) const {
    return records_->void_warning(what);
  }
  RowText row_text(std::size_t i) const { return records_->row_text(place(i)); }
  Flags flags(std::size_t i) const { return records_->flags(place(i)); }
  // As it is shown.
  Json payload(std::size_t i) const {
    return warm_ ? score_payload(warm_->scores[i], warm_->criteria) : set().scores[i].payload();
  }
  // At least total, breakdown and percentile of it.
  Json summary(std::size_t i) const {
    return warm_ ? score_summary(warm_->scores[i], warm_->criteria) : set().scores[i].summary();
  }
  appraise::Rankable rankable(std::size_t i) const {
    const appraise::Candidate& candidate = records_->candidates()[place(i)];
    appraise::Rankable out{.article = candidate.article, .features = candidate.features};
    out.score = warm_ ? warm_->scores[i].total : set().scores[i].total().value_or(0);
    out.relevance = warm_ ? warm_->scores[i].relevance : set().scores[i].relevance();
    return out;
  }

 private:
  std::size_t place(std::size_t i) const { return warm_ ? warm_->scores[i].candidate : i; }
  std::shared_ptr<const WorkingRecords> records_;
  std::shared_ptr<const WorkingScores> warm_;  // nullptr: the scores are in the set
};

struct RankingOutcome {
  std::shared_ptr<const ScoredRecords> records;
  appraise::Ranking ranking;                     // its candidates count on the records
  std::map<std::size_t, std::string> repeat_of;  // candidate -> id of the work ranked before
  PartialDate as_of;
  std::string result_set;
  std::vector<std::string> warnings;
};

Result<RankingOutcome> rank_records(const Services& services, WorkingSets& working,
                                    RankingRequest request, const Context& ctx);
// A boost as it is stored and shown: {name, factor, reason}.
Json boosts_json(const appraise::RankedRecord& ranked);

}  // namespace ev::workflow
