#include "tools/score_table.hpp"

#include "scoring_support.hpp"
#include "support/catch.hpp"
#include "tools/scored_records.hpp"

using namespace ev;
using namespace ev::tools;

namespace {

appraise::Criteria two_criteria() {
  appraise::Criteria c;
  c.criteria = {{.name = "relevance", .weight = 0.7}, {.name = "n \"x\"", .weight = 1.0 / 3}};
  return c;
}

std::vector<appraise::Score> some_scores() {
  appraise::Score plain{
      .total = 1.0 / 3, .percentile = 99.5, .rank = 1, .rank_low = 1, .rank_high = 1};
  plain.components.push_back({.criterion = 0,
                              .function = "relevance",
                              .from_record = true,
                              .score = 1.0 / 3,
                              .contribution = 1.0 / 3});
  appraise::Score rich{.total = 0.1 + 0.2, .rank = 2, .rank_low = 1, .rank_high = 3};
  rich.components.push_back({.criterion = 1,
                             .function = "log_scale",
                             .raw = model::Value(120),
                             .score = 0.52,
                             .contribution = 0.25});
  rich.components.push_back({.criterion = 0,
                             .function = "keyword_match",
                             .raw = model::Value(std::string(500, 'x')),
                             .matched = {"zinc", "a \"b\""},
                             .score = 0.3,
                             .contribution = 0.1});
  rich.coverage = 0.7;
  rich.confidence = 0.5;
  rich.missing = {"invented"};
  rich.gates = {{"preprint", 0.9}};
  return {plain, rich};
}

}  // namespace

TEST_CASE("what is read back gives the payloads of the scores, digit for digit") {
  const auto scores = some_scores();
  const appraise::Criteria criteria = two_criteria();
  const auto rows = read_score_table(score_table(scores, {"11", "x-\"1"}, criteria)).value();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].first == "11");
  CHECK(rows[1].first == "x-\"1");
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(dump_json(rows[i].second) == dump_json(score_payload(scores[i], criteria)));
}

TEST_CASE("only a table is expanded, and a broken one is an error") {
  store::ResultSet set{.stage = "scored", .rows = {{"1", "{}"}}};
  REQUIRE(expand_scores(set));
  CHECK(set.rows.size() == 1);
  set.rows = table_rows(score_table(some_scores(), {"11", "12"}, two_criteria()));
  REQUIRE(expand_scores(set));
  REQUIRE(set.rows.size() == 2);
  CHECK(set.rows[1].item_id == "12");
  for (const char* broken :
       {"", "{}", "[1]", "{\"table\":1,\"criteria\":[],\"rows\":[[1]]}",
        "{\"table\":1,\"criteria\":[],\"rows\":[[\"1\",0,0,[[0,\"f\",0]]]]}"}) {
    set.rows = table_rows(broken);
    CHECK_FALSE(expand_scores(set));
  }
}
