#include "pipeline/workflow/stage_values.hpp"

#include "pipeline/workflow/score_payload.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::workflow;

namespace {

std::shared_ptr<const appraise::Criteria> criteria() {
  appraise::Criteria out;
  out.criteria = {{.name = "size", .weight = 0.5}, {.name = "fit", .weight = 0.5}};
  return std::make_shared<const appraise::Criteria>(std::move(out));
}

appraise::Score score() {
  appraise::Score out{.total = 0.4, .percentile = 50, .rank = 1, .rank_low = 1, .rank_high = 1};
  out.components.push_back(
      {.criterion = 0, .function = "relevance", .score = 0.2, .contribution = 0.1});
  out.components.push_back(
      {.criterion = 1, .function = "relevance", .score = 0.6, .contribution = 0.3});
  return out;
}

}  // namespace

TEST_CASE("what is no object says that a stage made nothing of the record") {
  CHECK_FALSE(RecordFeatures(Json(nullptr)));
  CHECK_FALSE(RecordScore(Json("0.5")));
  CHECK_FALSE(RecordRank(Json::array()));
  CHECK(RecordScore().payload().is_null());
  CHECK_FALSE(RecordScore().total());
  CHECK(RecordScore().relevance() == 0);
  CHECK_FALSE(RecordRank().rank());
}

TEST_CASE("features are whole with how they were found") {
  const RecordFeatures shown(Json{{"extraction", {{"n", 7}}}});
  REQUIRE(shown.values().size() == 1);
  CHECK(shown.values()[0].second.number() == 7);
  CHECK_FALSE(shown.is_whole());
  CHECK(
      RecordFeatures(Json{{"extraction", Json::object()}, {"extraction_metadata", {}}}).is_whole());
}

TEST_CASE("a score of a stage and its payload are the same score") {
  const RecordScore made(criteria(), score());
  const RecordScore read(made.payload());
  for (const RecordScore& one : {made, read}) {
    CHECK(one);
    CHECK(one.is_whole());
    CHECK(one.total() == 0.4);
    CHECK(one.relevance() == 0.6);  // that of the criterion first by name
    CHECK(dump_json(one.payload()) == dump_json(score_payload(score(), *criteria())));
    CHECK(one.summary().at("percentile_rank") == 50.0);
  }
}

TEST_CASE("numbers in words count") {
  const RecordScore score(Json{{"total_score", "0.25"}});
  CHECK(score.total() == 0.25);
  CHECK(score.payload().at("total_score").is_number());
  CHECK_FALSE(score.is_whole());
  const RecordRank rank(Json{{"rank", "3"}, {"final_score", 0.5}});
  CHECK(rank.rank() == 3);
  CHECK(rank.final_score() == 0.5);
  CHECK_FALSE(RecordRank(Json{{"rank", "third"}}).rank());
}

TEST_CASE("what a set says of itself is typed; what is no text is none") {
  const SetMeta meta(Json{{"query", "gout"},
                          {"search", 5},
                          {"as_of", "2026-11-21"},
                          {"schema", {{"n", "number"}}},
                          {"labels", {{{"item_id", "1"}, {"include", true}}}}});
  CHECK(meta.query() == "gout");
  CHECK(meta.search().empty());
  CHECK(meta.as_of() == "2026-11-21");
  CHECK(meta.schema().at("n") == "number");
  CHECK(meta.labels() == std::map<std::string, bool>{{"1", true}});
  CHECK(SetMeta(Json(3)).kept() == Json::object());
  CHECK(SetMeta().schema().is_null());
  CHECK(dump_json(SetMeta::of_origin("pmids").kept()) == "{\"origin\":\"pmids\"}");
}
