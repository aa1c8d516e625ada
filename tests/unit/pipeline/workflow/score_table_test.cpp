#include "pipeline/workflow/score_table.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"
#include "tools/scored_records.hpp"

using namespace ev;
using namespace ev::workflow;

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

std::string payload_of(const StoredScores& stored, std::size_t i) {
  return dump_json(score_payload(stored.scores.at(i), *stored.criteria));
}

}  // namespace

TEST_CASE("what is read back gives the payloads of the scores, digit for digit") {
  const auto scores = some_scores();
  const appraise::Criteria criteria = two_criteria();
  const auto rows = read_score_table(score_table(scores, {"11", "x-\"1"}, criteria)).value();
  CHECK(rows.ids == std::vector<std::string>{"11", "x-\"1"});
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(payload_of(rows, i) == dump_json(score_payload(scores[i], criteria)));
}

TEST_CASE("most of a table is fifteen bytes a record") {
  std::vector<appraise::Score> scores;
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) {
    scores.push_back(some_scores()[0]);
    scores.back().rank = scores.back().rank_low = scores.back().rank_high = i + 1;
    names.push_back(std::to_string(90'000'000 + i));
  }
  const std::vector<std::string_view> ids(names.begin(), names.end());
  const std::string table = score_table(scores, ids, two_criteria());
  CHECK(table.size() < 15'200);
  const auto rows = read_score_table(table).value();
  REQUIRE(rows.ids.size() == scores.size());
  CHECK(rows.ids[999] == "90000999");
  CHECK(payload_of(rows, 999) == dump_json(score_payload(scores[999], two_criteria())));
}

TEST_CASE("ids and percentiles of every kind come back") {
  const std::vector<std::string_view> ids = {
      "0", "007", "123456789012345678", "1234567890123456789", "12a", "W1"};
  const std::optional<double> percentiles[] = {std::nullopt, 0.0, 100.0, 33.3, 12.345, -0.0};
  std::vector<appraise::Score> scores(ids.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i].rank = scores[i].rank_low = scores[i].rank_high = static_cast<int>(i) + 1;
    scores[i].percentile = percentiles[i];
  }
  const auto rows = read_score_table(score_table(scores, ids, two_criteria())).value();
  REQUIRE(rows.ids.size() == ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    CHECK(rows.ids[i] == ids[i]);
    CHECK(payload_of(rows, i) == dump_json(score_payload(scores[i], two_criteria())));
  }
}

TEST_CASE("a table that is cut off is an error") {
  const std::string table = score_table(some_scores(), {"11", "x"}, two_criteria());
  for (std::size_t size = 0; size < table.size(); ++size) {
    const auto rows = read_score_table(std::string_view(table).substr(0, size));
    CHECK((!rows || rows->ids.size() < 2));
  }
}

TEST_CASE("a table is told from rows, and a broken one is an error") {
  store::ResultSet set{.stage = "scored", .rows = {{"1", "{}"}}};
  CHECK_FALSE(holds_score_table(set));
  set.rows = table_rows(score_table(some_scores(), {"11", "12"}, two_criteria()));
  CHECK(holds_score_table(set));
  CHECK(read_score_table(set.rows[0].payload)->ids[1] == "12");
  set.stage = "ranked";
  CHECK_FALSE(holds_score_table(set));
  for (const char* broken : {"", "{}", "[1]", "{\"table\":1,\"criteria\":[],\"rows\":[[1]]}",
                             "{\"table\":1,\"criteria\":[],\"rows\":[[\"1\",0,0,[[0,\"f\",0]]]]}"})
    CHECK_FALSE(read_score_table(broken));
}

TEST_CASE("a component of no criterion is an error") {
  appraise::Criteria one;
  one.criteria = {{.name = "relevance", .weight = 1}};
  CHECK_FALSE(read_score_table(score_table(some_scores(), {"11", "12"}, one)));
}
