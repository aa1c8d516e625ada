#include "pipeline/workflow/record_ranking.hpp"

#include "pipeline/workflow/article_scoring.hpp"
#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;

namespace {

std::string scored(test::Pipeline& p) {
  return workflow::score_articles(
             p.services, *p.working,
             {.records = {.result_set = p.records()},
              .scoring_criteria = {.weights = {{"relevance", 0.8}, {"recency", 0.2}}},
              .query = "zinc colds",
              .as_of = "2026-11-21"},
             p.ctx)
      ->result_set;
}

std::vector<std::string> ids(const workflow::RankingOutcome& made) {
  std::vector<std::string> out;
  for (const appraise::RankedRecord& one : made.ranking.records)
    out.push_back(model::item_id(made.records->article(one.candidate)));
  return out;
}

}  // namespace

TEST_CASE("a ranking is the same from memory and from the store, and takes the scoring's date") {
  test::Pipeline p;
  const std::string handle = scored(p);
  const workflow::RankingRequest request{.records = {.result_set = handle}, .max_results = 3};
  const auto warm = workflow::rank_records(p.services, *p.working, request, p.ctx);
  workflow::WorkingSets empty;
  const auto cold = workflow::rank_records(p.services, empty, request, p.ctx);
  REQUIRE(warm);
  REQUIRE(cold);
  CHECK(warm->result_set == cold->result_set);
  CHECK(ids(*warm) == ids(*cold));
  CHECK(ids(*warm).size() == 3);
  CHECK(warm->as_of.year == 2026);
  const auto stored = workflow::load_set(p.services, warm->result_set, {});
  REQUIRE(stored);
  CHECK(stored->ranks[0].payload()["rank"] == 1);
}

TEST_CASE("records that were never scored are not ranked") {
  test::Pipeline p;
  const auto made = workflow::rank_records(p.services, *p.working,
                                           {.records = {.result_set = p.records()}}, p.ctx);
  REQUIRE_FALSE(made);
  CHECK(made.error().path == "result_set");
  CHECK(made.error().recovery.find("call pubmed_score_articles") == 0);
}
