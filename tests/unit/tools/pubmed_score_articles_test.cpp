#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/scoring_support.hpp"
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

TEST_CASE("a misspelt criterion of the record is told from one of an extraction") {
  test::Pipeline pipeline;
  const auto recovery = [&](const char* criterion) {
    const Json out = pipeline.structured(pipeline.score_tool,
                                         {{"result_set", pipeline.records()},
                                          {"query", "zinc"},
                                          {"scoring_criteria", {{"weights", {{criterion, 1}}}}}});
    return out.at("error").value("recovery", "");
  };
  CHECK(recovery("relevence").find("for relevence, did you mean relevance?") == 0);
  CHECK(recovery("sample_size").find("call pubmed_extract_features") == 0);
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
  CHECK(refused({{"score_function", "ml_model"}}, "labels"));
  CHECK(refused({{"model", "ml-0123456789"}}, "model"));
  CHECK(refused({{"score_function", "ml_model"}, {"model", "ml-0123456789"}}, "model"));
  const auto refused_labels = [&](Json labels, const std::string& path) {
    return refused({{"score_function", "ml_model"}, {"labels", std::move(labels)}}, path);
  };
  const Json eleven = {{"pmid", "11"}, {"include", true}};
  CHECK(refused_labels(Json::array({eleven}), "labels"));
  CHECK(refused_labels(Json::array({eleven, {{"pmid", 11}, {"include", false}}}), "labels[1]"));
  CHECK(refused_labels(Json::array({eleven, {{"pmid", "12"}}}), "labels[1].include"));
  CHECK(refused_labels(Json::array({eleven, {{"include", false}}}), "labels[1].pmid"));
  CHECK(refused_labels(Json::array({eleven, "12"}), "labels[1]"));
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
                    {"labels", {{{"pmid", "11"}, {"include", "yes"}}}},
                    {"scoring_criteria",
                     {{"weights", {{"study_design", 1}}},
                      {"scoring_functions",
                       {{"study_design", "bogus"}, {"sample_size", {{"function", "linear"}}}}}}}};
  CHECK(test::problem_paths(p.structured(p.score_tool, arguments)) ==
        std::vector<std::string>{"as_of", "labels[0].include",
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
  const Json gated = p.structured(p.score_tool, arguments);
  REQUIRE(gated["warnings"].size() == 1);
  CHECK(gated["warnings"][0] == "1 retracted record(s) or notice(s) have score 0: PMID 14");
}

TEST_CASE("parameters that a function does not read are named") {
  test::Pipeline p;
  Json arguments = scoring_args(p.features(), {{"sample_size", 0.5}, {"relevance", 0.5}});
  arguments["score_function"] = "composite";
  arguments["scoring_criteria"]["scoring_functions"] = {
      {"sample_size", {{"function", "log_scale"}, {"min", 10}, {"max", 1000}, {"map", {{"a", 1}}}}},
      {"relevance", {{"function", "relevance"}, {"half_life_years", 5}}}};
  const Json warnings = p.structured(p.score_tool, arguments)["warnings"];
  REQUIRE(warnings.size() == 3);
  CHECK(warnings[0] == "scoring_functions.relevance: relevance does not read half_life_years");
  CHECK(warnings[1] == "scoring_functions.sample_size: log_scale does not read map, min");
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

TEST_CASE("ml_model learns from labels, says how well, and its model serves later calls") {
  test::Pipeline p;
  Json arguments = scoring_args(p.records(), {{"relevance", 1}});
  arguments["score_function"] = "ml_model";
  const auto label = [](const char* pmid, bool include) {
    return Json{{"pmid", pmid}, {"include", include}};
  };
  arguments["labels"] = Json::array({label("11", true), label("12", true), label("13", false),
                                     label("15", false), label("999", false)});
  const Json trained = p.structured(p.score_tool, arguments);
  REQUIRE(trained.contains("scored_articles"));
  const Json& metadata = trained["scoring_metadata"];
  CHECK(metadata["scoring_method_used"] == "ml_model");
  CHECK(metadata["ml_model"]["trained_on"] == Json{{"included", 2}, {"excluded", 2}});
  CHECK(metadata["ml_model"]["cross_validation"]["folds"] == 2);
  CHECK(metadata["ml_model"]["cross_validation"].contains("auc"));
  CHECK(trained["warnings"][0].get<std::string>().find("999") != std::string::npos);
  const Json& first = trained["scored_articles"][0];
  CHECK(first["score_breakdown"]["ml_model"] == first["total_score"]);
  CHECK_FALSE(first["scoring_metadata"]["components"]["ml_model"]["moved_by"].empty());
  const auto scores = [](const Json& answer) {
    std::vector<std::pair<std::string, double>> out;
    for (const Json& row : answer.at("scored_articles"))
      out.emplace_back(scored_pmid(row), row["total_score"].get<double>());
    return out;
  };
  Json by_model = arguments;
  by_model.erase("labels");
  by_model["model"] = metadata["ml_model"]["model"];
  CHECK(scores(p.structured(p.score_tool, by_model)) == scores(trained));
  Json kept = arguments;
  kept.erase("labels");
  const Json from_kept = p.structured(p.score_tool, kept);
  CHECK(scores(from_kept) == scores(trained));
  CHECK(from_kept["warnings"][0].get<std::string>().find("kept") != std::string::npos);
  CHECK(p.structured(p.rank_tool, {{"result_set", trained["result_set"]}})["ranked_articles"]
            .size() == 5);
}

TEST_CASE("a set in memory and the same set read from the store give the same answers") {
  test::Pipeline p;
  const std::string handle = p.features();
  Json arguments =
      scoring_args(handle, {{"relevance", 0.5}, {"sample_size", 0.3}, {"invented", 0.2}});
  arguments["score_function"] = "composite";
  arguments["detail"] = "full";
  const auto answers = [&] {
    const Json scored = p.structured(p.score_tool, arguments);
    const Json ranked = p.structured(
        p.rank_tool,
        {{"result_set", scored["result_set"]}, {"detail", "full"}, {"max_results", 9}});
    return std::make_pair(scored, ranked);
  };
  const auto first = answers();
  const auto second = answers();  // nothing is read now
  CHECK(first == second);
  const mcp::ToolDef elsewhere =
      tools::pubmed_filter_rank(p.services, std::make_shared<tools::WorkingSets>());
  const Json ranked = p.structured(
      elsewhere,
      {{"result_set", first.first["result_set"]}, {"detail", "full"}, {"max_results", 9}});
  CHECK(ranked == first.second);
}
