#include "base/text.hpp"
#include "scoring_support.hpp"
#include "support/catch.hpp"
#include "tools/answer.hpp"

#include <algorithm>

using namespace ev;

namespace {

Json scoring_args(const std::string& handle, Json weights) {
  return {{"result_set", handle},
          {"query", "zinc for colds"},
          {"as_of", "2026-11-21"},
          {"scoring_criteria", {{"weights", std::move(weights)}}}};
}

std::string scored_pmid(const Json& row) {
  return row.at("article_with_features").at("original_article").at("pmid");
}

}  // namespace

TEST_CASE("record criteria need no extraction; every score is explained") {
  test::Pipeline p;
  const Json answer = p.structured(
      p.score_tool,
      scoring_args(p.records(), {{"relevance", 0.5}, {"study_design", 0.3}, {"recency", 0.2}}));
  REQUIRE(answer.contains("scored_articles"));
  REQUIRE(answer["scored_articles"].size() == 5);
  CHECK(answer["result_set"].get<std::string>().substr(0, 3) == "rs-");
  double last = 1;
  for (const Json& row : answer["scored_articles"]) {
    CAPTURE(dump_json(row));
    CHECK(row["total_score"] <= last);
    last = row["total_score"];
    double sum = 0;
    for (const auto& [name, part] : row["score_breakdown"].items()) sum += part.get<double>();
    CHECK(sum == Approx(last).margin(1e-5));
    const Json& metadata = row["scoring_metadata"];
    CHECK(metadata["components"].contains("recency"));
    CHECK(metadata["coverage"] <= 1);
    CHECK(metadata["rank_interval"].size() == 2);
    CHECK(row["article_with_features"]["original_article"]["retraction"].contains("status"));
  }
  CHECK(scored_pmid(answer["scored_articles"][4]) == "15");
  const Json& metadata = answer["scoring_metadata"];
  CHECK(metadata["scoring_method_used"] == "weighted_sum");
  CHECK(metadata["feature_correlations"]["recency"].contains("relevance"));
  CHECK(metadata["score_distribution"]["max"] == answer["scored_articles"][0]["total_score"]);
}

TEST_CASE("a set without features names the call that makes them") {
  test::Pipeline p;
  const std::string handle = p.records();
  const Json error =
      p.structured(p.score_tool, scoring_args(handle, {{"sample_size", 1}})).at("error");
  CHECK(error["code"] == "invalid_argument");
  CHECK(error["path"] == "result_set");
  CHECK(error["recovery"].get<std::string>().find("pubmed_extract_features") != std::string::npos);
  CHECK(error["recovery"].get<std::string>().find(handle) != std::string::npos);
  CHECK(error["recovery"].get<std::string>().find("sample_size") != std::string::npos);
  const Json scored = p.structured(p.score_tool, scoring_args(p.features(), {{"sample_size", 1}}));
  CHECK(scored_pmid(scored["scored_articles"][0]) == "13");
}

TEST_CASE("what is missing is named once, and never a silent zero") {
  test::Pipeline p;
  const Json answer = p.structured(
      p.score_tool, scoring_args(p.features(), {{"sample_size", 0.5}, {"invented", 0.5}}));
  REQUIRE(answer["warnings"].size() == 2);
  CHECK(answer["warnings"][0].get<std::string>().find("invented") != std::string::npos);
  CHECK(answer["scored_articles"][0]["scoring_metadata"]["missing"] == Json{"invented"});
  CHECK(answer["scored_articles"][0]["scoring_metadata"]["coverage"] == 0.5);
}

TEST_CASE("what cannot be done is refused by name") {
  test::Pipeline p;
  const std::string handle = p.records();
  const auto refused = [&](Json change, const std::string& path) {
    Json arguments = scoring_args(handle, {{"relevance", 1}});
    arguments.update(change);
    const Json answer = p.structured(p.score_tool, arguments);
    CAPTURE(dump_json(answer).substr(0, 400));
    return answer.contains("error") && answer["error"]["path"] == path &&
           !answer["error"].value("recovery", "").empty();
  };
  CHECK(refused({{"score_function", "ml_model"}}, "score_function"));
  CHECK(refused({{"labels", {{{"pmid", "11"}, {"include", true}}}}}, "labels"));
  CHECK(refused({{"as_of", "soon"}}, "as_of"));
  CHECK(refused({{"profile", "other"}}, "profile"));
  CHECK(refused({{"cursor", "c1-00000000"}}, "cursor"));
  const auto refused_criteria = [&](Json criteria, const std::string& path) {
    return refused({{"scoring_criteria", std::move(criteria)}}, path);
  };
  CHECK(
      refused_criteria({{"weights", {{"relevance", 1.2}}}}, "scoring_criteria.weights.relevance"));
  CHECK(refused_criteria({{"weights", {{"relevance", 0}}}}, "scoring_criteria.weights"));
  CHECK(refused_criteria({{"weights", Json::object()}}, "scoring_criteria.weights"));
  CHECK(refused_criteria(
      {{"weights", {{"relevance", 1}}}, {"scoring_functions", {{"relevance", "magic"}}}},
      "scoring_criteria.scoring_functions.relevance"));
  CHECK(refused_criteria({{"weights", {{"a", 1}}}, {"scoring_functions", {{"a", 3}}}},
                         "scoring_criteria.scoring_functions.a"));
  CHECK(refused_criteria({{"weights", {{"a", 1}}},
                          {"scoring_functions", {{"a", {{"function", "linear"}, {"mim", 1}}}}}},
                         "scoring_criteria.scoring_functions.a.mim"));
}

TEST_CASE("one answer names every problem, and none twice") {
  test::Pipeline p;
  Json arguments = {{"result_set", "rs-0000000000"},
                    {"as_of", "notadate"},
                    {"score_function", "ml_model"},
                    {"labels", {{{"pmid", "11"}, {"include", true}}}},
                    {"scoring_criteria",
                     {{"weights", {{"study_design", 1}}},
                      {"scoring_functions",
                       {{"study_design", "bogus"}, {"sample_size", {{"function", "linear"}}}}}}}};
  CHECK(test::problem_paths(p.structured(p.score_tool, arguments)) ==
        std::vector<std::string>{"as_of", "labels", "score_function",
                                 "scoring_criteria.scoring_functions.study_design",
                                 "scoring_criteria.scoring_functions.sample_size"});
  arguments = {{"result_set", "rs-0000000000"},
               {"scoring_criteria", {{"weights", {{"relevance", "high"}}}}}};
  CHECK(test::problem_paths(p.structured(p.score_tool, arguments)) ==
        std::vector<std::string>{"scoring_criteria.weights.relevance"});
}

TEST_CASE("retracted records that keep their score are named once") {
  test::Pipeline p;
  Json arguments = scoring_args(p.records(), {{"relevance", 1}});
  const Json summed = p.structured(p.score_tool, arguments);
  REQUIRE(summed["warnings"].size() == 1);
  CHECK(summed["warnings"][0].get<std::string>().find("PMID 14") != std::string::npos);
  arguments["score_function"] = "composite";
  CHECK_FALSE(p.structured(p.score_tool, arguments).contains("warnings"));
}

TEST_CASE("rows, lines and the whole answer keep their sizes") {
  test::Pipeline p;
  Json arguments = scoring_args(p.hostile_features(40), {{"relevance", 0.5}, {"sample_size", 0.5}});
  arguments["detail"] = "row";
  arguments["max_response_tokens"] = 100'000;
  const mcp::ToolResult rows = p.call(p.score_tool, arguments);
  const Json list = parse_json(rows.structured).value()["scored_articles"];
  REQUIRE(list.size() == 40);
  for (const Json& row : list) {
    CHECK(text::code_points(dump_json(row)) <= tools::kRowCharacters);
    CHECK(row["n"].is_number());
    CHECK(row["flags"].back() == "injection_suspected");
  }
  for (const std::string& line : text::split(rows.text, '\n')) {
    if (line.find(". **") < 4) CHECK(text::code_points(line) <= tools::kLineCharacters);
  }
  arguments["detail"] = "full";
  arguments["max_response_tokens"] = 600;
  const mcp::ToolResult small = p.call(p.score_tool, arguments);
  CHECK(std::max(text::code_points(small.structured), text::code_points(small.text)) <=
        600 * 4 + tools::kRowCharacters);
}

TEST_CASE("the seed profile works inline as the specification shows") {
  test::Pipeline p;
  const Json answer = p.structured(
      p.score_tool,
      {{"articles_with_features",
        {{{"item_id", "1"},
          {"original_article", {{"pmid", "1"}, {"title", "A"}, {"abstract", "Text."}}},
          {"extraction", {{"methodology", "clinical trial"}, {"dataset_size", 100}}}},
         {{"item_id", "2"},
          {"original_article", {{"pmid", "2"}, {"title", "B"}, {"abstract", "Text."}}},
          {"extraction", {{"methodology", "clinical trials"}, {"novelty", nullptr}}}}}},
       {"scoring_criteria",
        {{"weights", {{"methodology", 0.4}, {"dataset_size", 0.2}, {"novelty", 0.4}}},
         {"scoring_functions",
          {{"methodology", "categorical_score"},
           {"dataset_size", "log_scale"},
           {"novelty", "text_quality"}}},
         {"normalization_method", "min_max"}}},
       {"profile", "seed"}});
  REQUIRE(answer["scored_articles"].size() == 2);
  const Json& first = answer["scored_articles"][0];
  CHECK(first["article_with_features"]["item_id"] == "1");
  CHECK(first["total_score"] == Approx(0.42));
  CHECK(first["percentile_rank"] == 50);
  CHECK(first["scoring_metadata"]["components_used"] == 2);
  CHECK(first["scoring_metadata"]["confidence"] == Approx(2.0 / 3));
  CHECK(answer["scored_articles"][1]["total_score"] == Approx(0.4));
  CHECK(answer["scoring_metadata"]["feature_correlations"].empty());
  CHECK(answer["warnings"].size() == 2);
}

TEST_CASE("the order of inline records changes neither order nor scores") {
  test::Pipeline p;
  Json rows = Json::array();
  for (int i = 0; i < 12; ++i) {
    rows.push_back({{"item_id", std::to_string(i + 1)},
                    {"original_article",
                     {{"pmid", std::to_string(i + 1)}, {"title", "Zinc"}, {"abstract", "X."}}},
                    {"extraction", {{"n", i % 4}}}});
  }
  const auto scored = [&](const Json& items) {
    return p
        .structured(p.score_tool,
                    {{"articles_with_features", items},
                     {"query", "zinc"},
                     {"as_of", "2026"},
                     {"scoring_criteria", {{"weights", {{"n", 0.5}, {"relevance", 0.5}}}}}})
        .at("scored_articles");
  };
  Json reversed = rows;
  std::reverse(reversed.begin(), reversed.end());
  CHECK(scored(rows) == scored(reversed));
}

TEST_CASE("details, budget and text") {
  test::Pipeline p;
  Json arguments = scoring_args(p.features(), {{"relevance", 0.5}, {"sample_size", 0.5}});
  arguments["detail"] = "full";
  const Json full = p.structured(p.score_tool, arguments);
  CHECK(
      full["scored_articles"][0]["article_with_features"]["original_article"].contains("abstract"));
  arguments["detail"] = "row";
  const mcp::ToolResult result = p.call(p.score_tool, arguments);
  const Json row = parse_json(result.structured).value()["scored_articles"][0];
  CHECK(row.contains("total_score"));
  CHECK(row.contains("n"));
  CHECK_FALSE(row.contains("article_with_features"));
  CHECK(result.text.find("[RETRACTED]") != std::string::npos);
  CHECK(result.text.find("relevance 0.") != std::string::npos);
  arguments["max_response_tokens"] = 200;
  const Json cut = p.structured(p.score_tool, arguments);
  CHECK(cut["scored_articles"].size() < 5);
  CHECK(cut["scored_articles"].size() + cut["deferred_count"].get<std::size_t>() == 5);
  arguments["cursor"] = cut["next_cursor"];
  const Json next = p.structured(p.score_tool, arguments);
  CHECK(next["scored_articles"][0]["pmid"] == cut["deferred"][0]);
}
