#include "pipeline/appraise/ranking.hpp"

#include "pipeline/appraise/diversity.hpp"
#include "pipeline/appraise/order.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ev::appraise {

namespace {

constexpr int kRecentYears = 3;
constexpr double kHighImpactRatio = 2.0;
constexpr std::size_t kDiversityPool = 10'000;
constexpr std::size_t kRecordsBetweenChecks = 8;

void boost_recent(const Rankable& record, const RankingOptions& options, RankedRecord& out) {
  if (!options.boost_recent) return;
  const auto date = parse_date(record.article->publication_date);
  if (!date) {
    out.unjudged.emplace_back("boost_recent");
  } else if (within_years(*date, options.as_of, kRecentYears)) {
    out.boosts.push_back({"recent", 1.1,
                          "published " + record.article->publication_date + ", within 3 years of " +
                              format_date(options.as_of, '-')});
  }
}

void boost_high_impact(const Rankable& record, const RankingOptions& options, RankedRecord& out) {
  if (!options.boost_high_impact) return;
  if (!record.relative_citation_ratio) {
    out.unjudged.emplace_back("boost_high_impact");
  } else if (*record.relative_citation_ratio >= kHighImpactRatio) {
    char ratio[32];
    std::snprintf(ratio, sizeof ratio, "%.2f", *record.relative_citation_ratio);
    out.boosts.push_back(
        {"high_impact", 1.15,
         std::string("relative citation ratio ") + ratio + " (iCite), at least 2"});
  }
}

void boost_review(const Rankable& record, const RankingOptions& options, RankedRecord& out) {
  if (!options.prefer_reviews) return;
  constexpr std::array<const char*, 5> kReviewTypes = {
      "Meta-Analysis", "Systematic Review", "Network Meta-Analysis", "Scoping Review", "Review"};
  const auto& types = record.article->publication_types;
  if (types.empty()) {
    out.unjudged.emplace_back("prefer_review_articles");
    return;
  }
  for (const char* type : kReviewTypes) {
    if (std::find(types.begin(), types.end(), type) == types.end()) continue;
    out.boosts.push_back({"review", 1.05, std::string("publication type ") + type});
    return;
  }
}

RankedRecord boosted(const Rankable& record, const RankingOptions& options) {
  RankedRecord out;
  const bool is_void_record = is_void(*record.article);
  out.base_score = is_void_record ? 0 : record.score;
  if (!is_void_record) {
    boost_recent(record, options, out);
    boost_high_impact(record, options, out);
    boost_review(record, options, out);
  }
  out.final_score = out.base_score;
  for (const Boost& boost : out.boosts) out.final_score *= boost.factor;
  out.final_score = std::min(1.0, out.final_score);
  return out;
}

void number(std::vector<RankedRecord>& ranked) {
  for (std::size_t i = 0; i < ranked.size(); ++i) ranked[i].rank = static_cast<int>(i) + 1;
}

// Void records sort as if they scored below zero.
SortKey key_of(const Rankable& record, const RankedRecord& ranked) {
  return {.score = is_void(*record.article) ? -1 : ranked.final_score,
          .relevance = record.relevance,
          .article = record.article};
}

void sort_by_rank(std::vector<RankedRecord>& kept, std::span<const Rankable> records) {
  std::vector<SortKey> keys;
  keys.reserve(kept.size());
  for (const RankedRecord& ranked : kept) keys.push_back(key_of(records[ranked.candidate], ranked));
  // As they come from scoring, unless a boost moved one.
  if (std::is_sorted(keys.begin(), keys.end(), ranks_before)) return;
  std::vector<const model::Article*> articles;
  std::vector<double> scores;
  std::vector<double> relevances;
  for (const SortKey& key : keys) {
    articles.push_back(key.article);
    scores.push_back(key.score);
    relevances.push_back(key.relevance);
  }
  const Positions tied = best_first(relevances, newest_first(articles, by_identity(articles)));
  std::vector<RankedRecord> sorted;
  sorted.reserve(kept.size());
  for (const std::uint32_t i : best_first(scores, tied)) sorted.push_back(std::move(kept[i]));
  kept = std::move(sorted);
}

bool in_order(std::span<const Rankable> records) {
  const auto key = [](const Rankable& r) { return SortKey{r.score, r.relevance, r.article}; };
  return std::is_sorted(records.begin(), records.end(), [&](const Rankable& a, const Rankable& b) {
    return ranks_before(key(a), key(b));
  });
}

// The ranking of records that come in order and that nothing judges or moves, as far as those reach
// that stand; empty when void ones, which come last, are in it.
std::vector<RankedRecord> first_of(std::span<const Rankable> records, std::size_t most) {
  std::vector<RankedRecord> out;
  for (std::size_t i = 0; i < records.size() && out.size() < most; ++i) {
    if (is_void(*records[i].article)) continue;
    out.push_back({.candidate = i,
                   .base_score = records[i].score,
                   .final_score = std::min(1.0, records[i].score)});
  }
  if (out.size() < std::min(most, records.size())) out.clear();
  return out;
}

Result<std::vector<RankedRecord>> diversified(std::vector<RankedRecord> kept,
                                              std::span<const Rankable> records,
                                              const RankingOptions& options, const Context& ctx) {
  std::vector<const model::Article*> articles;
  std::vector<double> scores;
  for (const RankedRecord& ranked : kept) {
    const model::Article* article = records[ranked.candidate].article;
    if (articles.size() == kDiversityPool || is_void(*article)) break;
    articles.push_back(article);
    scores.push_back(ranked.final_score);
  }
  EV_TRY(const auto chosen,
         diversify(articles, scores, *options.diversity, options.max_results, ctx));
  std::vector<bool> taken(kept.size(), false);
  std::vector<RankedRecord> out;
  out.reserve(kept.size());
  for (const std::size_t i : chosen) {
    taken[i] = true;
    out.push_back(std::move(kept[i]));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!taken[i]) out.push_back(std::move(kept[i]));
  }
  return out;
}

}  // namespace

bool needs_citations(const RankingOptions& options) {
  return options.boost_high_impact || options.filters.min_citation_count.has_value();
}

Result<Ranking> rank_records(std::span<const Rankable> records, const RankingOptions& options,
                             const Context& ctx) {
  Ranking ranking{.initial_count = records.size(), .filters_applied = applied(options.filters)};
  const bool boosts = options.boost_recent || options.boost_high_impact || options.prefer_reviews;
  ranking.method = boosts ? "composite_score_with_boosts" : "score_only";
  const bool filters = !ranking.filters_applied.empty();
  std::vector<RankedRecord> kept;
  if (!filters && !boosts && !options.diversity && in_order(records))
    kept = first_of(records, options.max_results);
  if (!kept.empty()) {
    ranking.filtered_count = records.size();
    number(kept);
    ranking.records = std::move(kept);
    return ranking;
  }
  kept.reserve(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (i % kRecordsBetweenChecks == 0) EV_CHECK(ctx.check());
    RankedRecord ranked = boosted(records[i], options);
    ranked.candidate = i;
    Judgement judgement =
        filters ? judge(records[i], ranked.base_score, options.filters) : Judgement{};
    if (!judgement.removed_by.empty()) {
      ranking.removed[judgement.removed_by].push_back(i);
      continue;
    }
    ranked.unjudged.insert(ranked.unjudged.begin(), judgement.unjudged.begin(),
                           judgement.unjudged.end());
    for (const std::string& name : ranked.unjudged) ++ranking.unjudged[name];
    ranking.unjudged_records += ranked.unjudged.empty() ? 0 : 1;
    kept.push_back(std::move(ranked));
  }
  ranking.filtered_count = kept.size();
  sort_by_rank(kept, records);
  if (options.diversity) {
    EV_TRY(kept, diversified(std::move(kept), records, options, ctx));
  }
  if (kept.size() > options.max_results) kept.resize(options.max_results);
  number(kept);
  ranking.records = std::move(kept);
  return ranking;
}

}  // namespace ev::appraise
