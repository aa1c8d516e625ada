#include "pipeline/extract/results_field.hpp"

#include "helpers.hpp"
#include "pipeline/extract/extract.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

constexpr const char* kTrial =
    "METHODS: Adults were randomized to fenbrol (n = 60) or placebo (n = 58). The primary outcome "
    "was relapse. RESULTS: Nausea was reported by 20% of the fenbrol group and 10% of the placebo "
    "group (P = 0.3). Relapse occurred in 12 of 60 (20%) patients in the fenbrol group and 29 of "
    "58 (50%) in the placebo group (P < .001).";

Json extracted(const std::string& abstract, const char* schema) {
  const model::Article article = article_of(abstract);
  return to_json(extract(article, *parse_schema(Json::parse(schema))));
}

}  // namespace

TEST_CASE("results are rows of a fixed shape with stated members alone") {
  const Json out = extracted(kTrial, R"({"results":"array[object]"})");
  const Json& rows = out.at("extraction").at("results");
  REQUIRE(rows.size() == 2);
  // The primary outcome comes first.
  const Json& row = rows[0];
  CHECK(row.at("outcome") == "Relapse");
  CHECK(row.at("intervention") ==
        Json::parse(R"({"name":"fenbrol","events":12,"n":60,"percent":20})"));
  CHECK(row.at("comparator") ==
        Json::parse(R"({"name":"placebo","events":29,"n":58,"percent":50})"));
  CHECK(row.at("p_value") == "P < .001");
  CHECK(row.at("direction") == "decreased");
  CHECK(row.at("significant") == true);
  CHECK(row.at("attribution") == "own_result");
  CHECK(row.at("text") == "abstract");
  CHECK(!row.contains("effect"));
  const Json& metadata = out.at("extraction_metadata").at("results");
  CHECK(metadata.at("status") == "found");
  REQUIRE(metadata.at("values").size() == 2);
  CHECK(metadata.at("values")[0].at("quote") == row.at("quote"));
}

TEST_CASE("a record that compares nothing has no results, with the reason") {
  const Json out = extracted("We describe a case of insomnia.", R"({"results":"array[object]"})");
  CHECK(out.at("extraction").at("results").is_null());
  CHECK(out.at("extraction_metadata").at("results").at("reason") == "no two arms are named");
}

TEST_CASE("objects are of results alone") {
  CHECK(parse_schema(Json::parse(R"({"results":{"type":"array","items":{"type":"object"}}})"))
            .has_value());
  CHECK(!parse_schema(Json::parse(R"({"rows":"array[object]"})")).has_value());
  CHECK(!parse_schema(Json::parse(R"({"results":"object"})")).has_value());
}

}  // namespace ev::extract
