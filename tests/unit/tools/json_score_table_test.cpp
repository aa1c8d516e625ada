#include "tools/json_score_table.hpp"

#include "scoring_support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::tools;

namespace {

constexpr const char* kTable =
    "{\"table\":1,\"profile\":\"standard\",\"criteria\":[[\"relevance\",0.7],[\"n "
    "\\\"x\\\"\",0.3333333333333333]],\"rows\":[[\"11\",0.3333333333333333,99.5,[[0,"
    "\"relevance\",1]]],[\"12\",0.30000000000000004,null,[[1,\"log_scale\",0,0.52,0.25,120,"
    "[]],[0,\"keyword_match\",0,0.3,0.1,\"xx\",[\"zinc\",\"a \\\"b\\\"\"]]],{\"confidence\":"
    "0.5,\"coverage\":0.7,\"gates\":[[\"preprint\",0.9]],\"missing\":[\"invented\"],"
    "\"ranks\":[1,3]}]]}";

}  // namespace

TEST_CASE("a table of JSON, as it was stored before, is read") {
  const StoredScores stored = read_json_score_table(kTable).value();
  REQUIRE(stored.criteria.criteria.size() == 2);
  CHECK(stored.criteria.criteria[1].name == "n \"x\"");
  CHECK(stored.ids == std::vector<std::string>{"11", "12"});
  const appraise::Score& plain = stored.scores[0];
  CHECK(plain.total == 1.0 / 3);
  CHECK(plain.percentile == 99.5);
  CHECK(plain.rank_low == 1);
  REQUIRE(plain.components.size() == 1);
  CHECK(plain.components[0].function == "relevance");
  CHECK(plain.components[0].contribution == plain.total);
  const appraise::Score& rich = stored.scores[1];
  CHECK_FALSE(rich.percentile);
  CHECK(rich.rank_high == 3);
  CHECK(rich.coverage == 0.7);
  CHECK(rich.missing == std::vector<std::string>{"invented"});
  REQUIRE(rich.gates.size() == 1);
  CHECK(rich.gates[0].second == 0.9);
  REQUIRE(rich.components.size() == 2);
  CHECK(rich.components[0].raw == model::Value(120));
  CHECK(rich.components[1].matched == std::vector<std::string>{"zinc", "a \"b\""});
  CHECK(read_score_table(kTable)->size() == 2);
}

TEST_CASE("what is no table of JSON is an error") {
  for (const char* broken : {"", "{}", "{\"table\":2,\"criteria\":[],\"rows\":[]}",
                             "{\"table\":1,\"criteria\":[],\"rows\":[[1]]}"}) {
    CHECK_FALSE(read_json_score_table(broken));
  }
}
