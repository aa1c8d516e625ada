#include "pipeline/extract/grounding.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

const std::string kRecord =
    "METHODS: A total of 120 adults with insomnia were randomized to tea (n = 62) or water (n = "
    "58). RESULTS: Sleep changed by \u22121\u00B75 points with tea; pain did not differ. Tea was "
    "not "
    "blinded. CONCLUSIONS: Tea does not shorten sleep.";

struct Given {
  FieldSpec field;
  Json value;
  std::string quote;
};

GroundedCell ground(const Given& given) {
  const model::Article article = article_of(kRecord, "Tea for insomnia");
  return ground_cell(RecordText(article), given.field,
                     Json{{"quote", given.quote}, {"value", given.value}}, "host", "r.f");
}

std::string outcome(const Given& given) {
  const GroundedCell got = ground(given);
  return got.problems.empty() ? to_string(got.cell.status) : got.problems.front().path;
}

const FieldSpec kNumber{.name = "figure", .type = Type::number};
const FieldSpec kText{.name = "statement"};
const FieldSpec kFlag{.name = "blinding", .type = Type::boolean};

}  // namespace

TEST_CASE("values that stand in their quote are taken with offsets") {
  const GroundedCell got = ground({kNumber, -1.5, "changed by -1.5 points"});
  REQUIRE(got.cell.status == Status::found);
  CHECK(got.cell.grounds.front().quote == "changed by \u22121\u00B75 points");
  CHECK(got.cell.grounds.front().method == "host");
  CHECK(outcome({kNumber, 62, "tea (n = 62)"}) == "found");
  CHECK(outcome({kText, "tea or water", "randomized to tea (n = 62) or water"}) == "found");
  CHECK(outcome({{.name = "kind", .options = {"tea", "coffee"}}, "tea", "randomized to tea"}) ==
        "found");
  CHECK(outcome({kFlag, false, "Tea was not blinded"}) == "found");
  CHECK(outcome(
            {{.name = "study_design"}, "randomized controlled trial", "were randomized to tea"}) ==
        "found");
  CHECK(outcome({kText, nullptr, ""}) == "not_stated");
}

TEST_CASE("values that do not are rejected by path") {
  CHECK(outcome({kNumber, 58, "tea (n = 62)"}) == "r.f.value");
  CHECK(outcome({kNumber, 1.5, "changed by -1.5 points"}) == "r.f.value");
  CHECK(outcome({kNumber, 20, "20 adults"}) == "r.f.quote");
  CHECK(outcome({kNumber, 130, "A total of 130 adults"}) == "r.f.quote");
  CHECK(outcome({kText, "water or tea", "randomized to tea (n = 62) or water"}) == "r.f.value");
  CHECK(outcome({kText, "Tea does shorten sleep", "Tea does not shorten sleep"}) == "r.f.value");
  CHECK(outcome({kText, "slumber improved", "Tea does not shorten sleep"}) == "r.f.value");
  CHECK(outcome({{.name = "kind", .options = {"tea", "coffee"}}, "coffee", "randomized to tea"}) ==
        "r.f.value");
  CHECK(outcome({kFlag, true, "Tea was not blinded"}) == "r.f.value");
  CHECK(outcome({kFlag, true, "pain did not differ"}) == "r.f.value");
  CHECK(outcome({kText, "tea", ""}) == "r.f.quote");
}

TEST_CASE("types, ranges and allowed values are checked before the text") {
  CHECK(ground({kNumber, "62", "n = 62"}).problems.front().code == Errc::llm_schema_violation);
  FieldSpec bounded = kNumber;
  bounded.maximum = 50;
  CHECK(outcome({bounded, 62, "n = 62"}) == "r.f.value");
  CHECK(ground({{.name = "n", .type = Type::integer}, -1.5, "-1.5 points"}).cell.status ==
        Status::invalid);
}

TEST_CASE("of a list the good ones stay") {
  const model::Article article = article_of(kRecord);
  FieldSpec list = kText;
  list.array = true;
  const Json proposed = {{{"quote", "randomized to tea"}, {"value", "tea"}},
                         {{"quote", "randomized to wine"}, {"value", "wine"}},
                         {{"quote", "or water"}, {"value", "water"}}};
  const GroundedCell got = ground_cell(RecordText(article), list, proposed, "endpoint", "x");
  CHECK(got.cell.value.array().size() == 2);
  CHECK(got.cell.grounds.size() == 2);
  REQUIRE(got.problems.size() == 1);
  CHECK(got.problems.front().path == "x[1].quote");
}

TEST_CASE("agreement with the rules raises confidence") {
  const FieldSpec size{.name = "sample_size", .type = Type::number};
  CHECK(ground({size, 120, "A total of 120 adults"}).cell.grounds.front().confidence >
        ground({kNumber, 120, "A total of 120 adults"}).cell.grounds.front().confidence);
}

}  // namespace ev::extract
