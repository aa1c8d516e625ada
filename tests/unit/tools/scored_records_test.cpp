#include "tools/scored_records.hpp"

#include "support/catch.hpp"
#include "support/tool_services.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

TEST_CASE("features come out of their payload, nothing out of none") {
  CHECK(tools::features_of(nullptr).empty());
  CHECK(tools::features_of({{"extraction", nullptr}}).empty());
  const auto features = tools::features_of({{"extraction", {{"n", 5}}}});
  REQUIRE(features.size() == 1);
  CHECK(features[0].first == "n");
  CHECK(features[0].second.number() == 5);
}

TEST_CASE("relevance is read from the component that measured it") {
  const Json payload = {
      {"scoring_metadata",
       {{"components",
         {{"fit", {{"function", "relevance"}, {"score", 0.4}}}, {"n", {{"score", 1}}}}}}}};
  CHECK(tools::relevance_in(payload) == 0.4);
  CHECK(tools::relevance_in(Json::object()) == 0);
  CHECK(tools::relevance_in({{"scoring_metadata", {{"components", {{"a", 1}}}}}}) == 0);
}

TEST_CASE("numbers are rounded for display, integers are left alone") {
  Json json = {{"a", 0.123456789}, {"b", {1, 2.00000049}}, {"c", "0.123456789"}};
  tools::round_numbers(json);
  CHECK(json == Json{{"a", 0.123457}, {"b", {1, 2.0}}, {"c", "0.123456789"}});
}

TEST_CASE("the largest contributions come first") {
  const Json payload = {
      {"score_breakdown", {{"a", 0.1}, {"b", 0.3}, {"c", 0.2}, {"d", 0}, {"e", 0.05}}}};
  CHECK(tools::contributions_line(payload) == "b 0.300, c 0.200, a 0.100, e 0.050, …");
  CHECK(tools::contributions_line(Json::object()).empty());
}

TEST_CASE("a problem is listed once, by the first that named its argument") {
  std::vector<Problem> problems = {{"weights.a", "must be a number"}};
  tools::add_problems(problems, {.problems = {{"weights", "are all 0"},
                                              {"weights.ab", "must be positive"},
                                              {"as_of", "must be a date"}}});
  REQUIRE(problems.size() == 3);
  CHECK(problems[1].path == "weights.ab");
  CHECK(problems[2].path == "as_of");
}

TEST_CASE("quotes stay verbatim, with a readable form where they hide characters") {
  const std::string hidden = "tea\xE2\x80\x8B helps";
  Json metadata = {{"a", {{"quote", hidden}}},
                   {"b", {{"quote", "plain"}}},
                   {"c", {{"values", {{{"quote", hidden}}}}}}};
  tools::add_cleaned_quotes(metadata);
  CHECK(metadata["a"]["quote"] == hidden);
  CHECK(metadata["a"]["quote_cleaned"] == "tea helps");
  CHECK_FALSE(metadata["b"].contains("quote_cleaned"));
  CHECK(metadata["c"]["values"][0]["quote_cleaned"] == "tea helps");
}

TEST_CASE("the sample size is read under its usual names") {
  CHECK(tools::sample_size_of({{"extraction", {{"sample_size", 12}}}}) == 12);
  CHECK(tools::sample_size_of({{"extraction", {{"sample_size", nullptr}, {"n", 7}}}}) == 7);
  CHECK(tools::sample_size_of({{"extraction", {{"n", "many"}}}}).is_null());
  CHECK(tools::sample_size_of(nullptr).is_null());
}

TEST_CASE("citation data already on the record is used when the network is not there") {
  test::ToolServices t;
  model::Article a;
  a.pmid = "123";
  a.citation_count = 7;
  a.metadata["relative_citation_ratio"] = "2.5";
  std::vector<std::string> warnings;
  const auto data = tools::citation_data(t.services, {a}, t.ctx, warnings);
  REQUIRE(data);
  CHECK(data->at("123").citation_count == 7);
  CHECK(data->at("123").relative_citation_ratio == 2.5);
  CHECK_FALSE(warnings.empty());
}

TEST_CASE("only items that can be shown are worth building") {
  const tools::Paging paging{.max_response_tokens = 300};
  CHECK(tools::items_within(paging, 0, 5000) == 21);
  CHECK(tools::items_within(paging, 100, 5000) == 121);
  CHECK(tools::items_within(paging, 0, 7) == 7);
}
