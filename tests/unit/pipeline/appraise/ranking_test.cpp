#include "pipeline/appraise/ranking.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <random>

using namespace ev;
using namespace ev::appraise;

namespace {

Ranking ranked(const std::vector<Rankable>& records, RankingOptions options = {}) {
  options.as_of = {2026, 11, 21};
  return rank_records(records, options, Context{}).value();
}

std::vector<std::string> pmids(const std::vector<Rankable>& records, const Ranking& ranking) {
  std::vector<std::string> out;
  for (const RankedRecord& r : ranking.records) out.push_back(records[r.candidate].article->pmid);
  return out;
}

}  // namespace

TEST_CASE("boosts follow the article, not the year or the journal's name") {
  model::Article recent = test::article("1", "T", "", "2025-01");
  model::Article old = test::article("2", "Review of a review", "", "2010");
  old.publication_types = {"Journal Article"};
  old.journal = "Cell Biology International";
  model::Article review = test::article("3", "T", "", "2012");
  review.publication_types = {"Journal Article", "Meta-Analysis", "Review"};
  model::Article trap = test::article("4", "T", "", "2023");
  trap.publication_date = "2019";
  const std::vector<Rankable> records = {
      {.article = &recent, .score = 0.5, .relative_citation_ratio = 1.99},
      {.article = &old, .score = 0.5, .relative_citation_ratio = 2.0},
      {.article = &review, .score = 0.5},
      {.article = &trap, .score = 0.5}};
  const Ranking r =
      ranked(records, {.boost_recent = true, .boost_high_impact = true, .prefer_reviews = true});
  CHECK(r.method == "composite_score_with_boosts");
  CHECK(pmids(records, r) == std::vector<std::string>{"2", "1", "3", "4"});
  CHECK(r.records[0].final_score == Approx(0.575));
  CHECK(r.records[0].boosts[0].name == "high_impact");
  CHECK(r.records[0].boosts[0].reason.find("2.00") != std::string::npos);
  CHECK(r.records[1].final_score == Approx(0.55));
  CHECK(r.records[1].unjudged == std::vector<std::string>{"prefer_review_articles"});
  CHECK(r.records[2].final_score == Approx(0.525));
  CHECK(r.records[2].unjudged == std::vector<std::string>{"boost_high_impact"});
  CHECK(r.records[3].boosts.empty());
  CHECK(r.unjudged.at("boost_high_impact") == 2);
  CHECK(r.unjudged_records == 3);
}

TEST_CASE("what is dated after as_of is not recent, and the reason names the whole date") {
  const model::Article ahead = test::article("1", "T", "", "2027-01");
  const model::Article now = test::article("2", "T", "", "2026-11");
  const std::vector<Rankable> records = {{.article = &ahead, .score = 0.9},
                                         {.article = &now, .score = 0.5}};
  const Ranking r = ranked(records, {.boost_recent = true});
  CHECK(r.records[0].boosts.empty());
  CHECK(r.records[0].final_score == 0.9);
  REQUIRE(r.records[1].boosts.size() == 1);
  CHECK(r.records[1].boosts[0].reason == "published 2026-11, within 3 years of 2026-11-21");
}

TEST_CASE("boosts multiply and are clamped to 1") {
  model::Article a = test::article("1", "T", "", "2026");
  a.publication_types = {"Systematic Review"};
  const std::vector<Rankable> records = {
      {.article = &a, .score = 0.6, .relative_citation_ratio = 5}};
  const RankingOptions all{.boost_recent = true, .boost_high_impact = true, .prefer_reviews = true};
  CHECK(ranked(records, all).records[0].final_score == Approx(0.6 * 1.1 * 1.15 * 1.05));
  const std::vector<Rankable> high = {{.article = &a, .score = 0.95, .relative_citation_ratio = 5}};
  CHECK(ranked(high, all).records[0].final_score == 1);
  CHECK(ranked(high, all).records[0].base_score == 0.95);
}

TEST_CASE("a retracted paper is kept with score 0, last, and never boosted") {
  model::Article bad = test::article("1", "T", "", "2026");
  bad.retraction.status = model::RetractionStatus::retracted;
  const model::Article zero = test::article("2", "T");
  const std::vector<Rankable> records = {{.article = &bad, .score = 0.9, .relevance = 1},
                                         {.article = &zero, .score = 0}};
  const Ranking r = ranked(records, {.boost_recent = true});
  CHECK(pmids(records, r) == std::vector<std::string>{"2", "1"});
  CHECK(r.records[1].final_score == 0);
  CHECK(r.records[1].boosts.empty());
  const Ranking without = ranked(records, {.filters = {.exclude_retracted = true}});
  CHECK(pmids(records, without) == std::vector<std::string>{"2"});
  CHECK(without.removed.at("exclude_retracted").size() == 1);
  CHECK(without.filters_applied == std::vector<std::string>{"exclude_retracted"});
  CHECK(without.method == "score_only");
}

TEST_CASE("counts: before filters, after filters, after the cut") {
  std::vector<model::Article> articles;
  for (int i = 0; i < 30; ++i) articles.push_back(test::article(std::to_string(i + 1), "T"));
  std::vector<Rankable> records;
  for (int i = 0; i < 30; ++i) {
    records.push_back({.article = &articles[static_cast<std::size_t>(i)], .score = i / 30.0});
  }
  const Ranking r = ranked(records, {.filters = {.min_score = 0.5}});
  CHECK(r.initial_count == 30);
  CHECK(r.filtered_count == 15);
  CHECK(r.records.size() == 10);
  CHECK(r.records[0].rank == 1);
  CHECK(r.records[9].rank == 10);
  CHECK(r.removed.at("min_score_threshold").size() == 15);
}

TEST_CASE("the ranking does not depend on the order given") {
  std::vector<model::Article> articles;
  for (int i = 0; i < 60; ++i) {
    articles.push_back(test::article(std::to_string(i + 1), i % 2 == 0 ? "Zinc" : "Iron", "",
                                     std::to_string(2015 + i % 3)));
  }
  std::vector<Rankable> records;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    records.push_back({.article = &articles[i],
                       .score = static_cast<double>(i % 4) / 4,
                       .relevance = i % 2 == 0 ? 0.0 : 0.5});
  }
  for (const std::optional<double> diversity :
       {std::optional<double>{}, std::optional<double>{0.6}}) {
    const RankingOptions options{.diversity = diversity, .max_results = 60};
    const auto before = pmids(records, ranked(records, options));
    std::mt19937 random(3);
    for (int round = 0; round < 10; ++round) {
      std::shuffle(records.begin(), records.end(), random);
      REQUIRE(pmids(records, ranked(records, options)) == before);
    }
  }
}

TEST_CASE("diversity leaves void records last and scores as they are") {
  const model::Article a = test::article("1", "Zinc lozenges", "Colds were shorter.");
  const model::Article b = test::article("2", "Zinc lozenges", "Colds were shorter.");
  const model::Article c = test::article("3", "Lead near smelters", "Levels were high.");
  model::Article bad = test::article("4", "Copper", "Bracelets.");
  bad.retraction.status = model::RetractionStatus::retracted;
  const std::vector<Rankable> records = {{.article = &bad, .score = 1},
                                         {.article = &a, .score = 0.9},
                                         {.article = &b, .score = 0.89},
                                         {.article = &c, .score = 0.5}};
  const Ranking r = ranked(records, {.diversity = 0.5});
  CHECK(pmids(records, r) == std::vector<std::string>{"1", "3", "2", "4"});
  CHECK(r.records[1].final_score == 0.5);
  CHECK(r.records[3].rank == 4);
}

TEST_CASE("citations are needed only by what uses them") {
  CHECK(needs_citations({.boost_high_impact = true}));
  CHECK(needs_citations({.filters = {.min_citation_count = 1}}));
  CHECK_FALSE(needs_citations({.boost_recent = true}));
}

TEST_CASE("records that come in order are ranked as they would be out of order") {
  std::vector<model::Article> articles;
  for (int i = 0; i < 8; ++i) articles.push_back(test::article(std::to_string(10 + i), "T"));
  articles[1].retraction.status = model::RetractionStatus::retracted;
  std::vector<Rankable> records;
  for (std::size_t i = 0; i < articles.size(); ++i)
    records.push_back({.article = &articles[i], .score = i < 4 ? 0.5 : 0.25});
  const std::vector<Rankable> reversed(records.rbegin(), records.rend());
  for (const std::size_t most : {1u, 3u, 7u, 8u, 20u}) {
    const Ranking a = ranked(records, {.max_results = most});
    const Ranking b = ranked(reversed, {.max_results = most});
    CHECK(pmids(records, a) == pmids(reversed, b));
    CHECK(a.records.back().rank == static_cast<int>(std::min<std::size_t>(most, 8)));
    CHECK(a.filtered_count == 8);
    CHECK(a.records.front().final_score == 0.5);
    CHECK(a.records.back().base_score == b.records.back().base_score);
  }
}
