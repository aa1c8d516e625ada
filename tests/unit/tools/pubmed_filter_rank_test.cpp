#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/scoring_support.hpp"
#include "tools/answer.hpp"

#include <algorithm>

using namespace ev;

namespace {

std::vector<std::string> ranked_pmids(const Json& answer) {
  std::vector<std::string> out;
  for (const Json& row : answer.at("ranked_articles")) out.push_back(row.at("pmid"));
  return out;
}

Json summary_args(const std::string& handle, Json more = Json::object()) {
  Json out = {{"result_set", handle}, {"output_format", "summary"}};
  out.update(more);
  return out;
}

}  // namespace

TEST_CASE("a retracted paper is ranked last, flagged, with score 0, unless excluded") {
  test::Pipeline p;
  const std::string handle = p.scored();
  const Json answer = p.structured(p.rank_tool, summary_args(handle));
  REQUIRE(answer.contains("ranked_articles"));
  CHECK(ranked_pmids(answer).back() == "14");
  const Json& last = answer["ranked_articles"][4];
  CHECK(last["total_score"] == 0);
  CHECK(last["retraction"]["status"] == "retracted");
  CHECK(answer["filter_metadata"]["ranking_method"] == "score_only");
  CHECK(answer["filter_metadata"]["filters_applied"].empty());
  CHECK(answer["filter_metadata"]["as_of"] == "2026-11-21");
  const Json without =
      p.structured(p.rank_tool, summary_args(handle, {{"filters", {{"exclude_retracted", true}}}}));
  CHECK(without["ranked_articles"].size() == 4);
  CHECK(without["filter_metadata"]["initial_count"] == 5);
  CHECK(without["filter_metadata"]["filtered_count"] == 4);
  CHECK(without["filter_metadata"]["filters_applied"] == Json{"exclude_retracted"});
}

TEST_CASE("a retracted paper behind the cut is named all the same") {
  test::Pipeline p;
  const std::string handle = p.scored();
  const mcp::ToolResult result = p.call(p.rank_tool, summary_args(handle, {{"max_results", 1}}));
  const Json answer = parse_json(result.structured).value();
  CHECK(ranked_pmids(answer) != std::vector<std::string>{"14"});
  const std::string named = "1 retracted record(s) or notice(s) count 0 and come last: PMID 14";
  CHECK(answer["warnings"] == Json{named});
  const Json without =
      p.structured(p.rank_tool, summary_args(handle, {{"filters", {{"exclude_retracted", true}}}}));
  CHECK(without["warnings"][0].get<std::string>().find(
            "are left out (exclude_retracted): PMID 14") != std::string::npos);
}

TEST_CASE("the three shapes") {
  test::Pipeline p;
  const std::string handle = p.scored();
  const auto first = [&](const char* format) {
    return p.structured(p.rank_tool,
                        {{"result_set", handle}, {"output_format", format}})["ranked_articles"][0];
  };
  const Json summary = first("summary");
  for (const char* member :
       {"rank", "pmid", "title", "journal", "publication_date", "total_score", "percentile_rank"}) {
    CHECK(summary.contains(member));
  }
  CHECK(summary.size() == 7);
  const Json ready = first("analysis_ready");
  CHECK(ready.size() == 4);
  CHECK(ready["article_info"].contains("authors"));
  CHECK(ready["scoring"].contains("score_breakdown"));
  CHECK(ready["extracted_features"].is_object());
  const Json detailed = first("detailed");
  for (const char* member : {"rank", "article_with_features", "total_score", "score_breakdown",
                             "percentile_rank", "scoring_metadata"}) {
    CHECK(detailed.contains(member));
  }
  CHECK(detailed["rank"] == 1);
}

TEST_CASE("boosts are explained, and without citation data the article is kept and marked") {
  test::Pipeline p;
  const Json answer = p.structured(
      p.rank_tool, summary_args(p.scored(), {{"ranking_criteria",
                                              {{"boost_recent", true},
                                               {"boost_high_impact", true},
                                               {"prefer_review_articles", true}}},
                                             {"filters", {{"min_citation_count", 3}}}}));
  CHECK(answer["filter_metadata"]["ranking_method"] == "composite_score_with_boosts");
  CHECK(answer["filter_metadata"]["unjudged"] == 5);
  CHECK(answer["filter_metadata"]["unjudged_by"]["min_citation_count"] == 5);
  CHECK_FALSE(answer["warnings"].empty());
  for (const Json& row : answer["ranked_articles"]) {
    CHECK(row["unjudged"][0] == "min_citation_count");
    if (row["pmid"] == "11") {
      CHECK(row["boosts"][0]["name"] == "recent");
      CHECK(row["total_score"] == Approx(row["base_score"].get<double>() * 1.1).margin(1e-5));
    }
    if (row["pmid"] == "12") CHECK(row["boosts"][0]["name"] == "review");
    if (row["pmid"] == "14") CHECK_FALSE(row.contains("boosts"));
  }
}

TEST_CASE("filters, threshold and cut are counted") {
  test::Pipeline p;
  const std::string handle = p.scored();
  const Json recent = p.structured(
      p.rank_tool, summary_args(handle, {{"filters", {{"min_year", 2020}, {"designs", {"RCT"}}}},
                                         {"max_results", 1}}));
  CHECK(ranked_pmids(recent) == std::vector<std::string>{"11"});
  CHECK(recent["filter_metadata"]["filtered_count"] == 2);
  CHECK(recent["filter_metadata"]["removed_by"] == Json{{"designs", 1}, {"min_year", 2}});
  CHECK(recent["filter_metadata"]["removed_ids"]["designs"].size() == 1);
  CHECK(recent["filter_metadata"]["removed_ids"]["min_year"].size() == 2);
  const Json above =
      p.structured(p.rank_tool, summary_args(handle, {{"min_score_threshold", 0.99}}));
  CHECK(above["ranked_articles"].empty());
  CHECK(above["filter_metadata"]["removed_by"]["min_score_threshold"] == 5);
}

TEST_CASE("records that were never scored name the scoring call") {
  test::Pipeline p;
  const std::string handle = p.records();
  const Json error = p.structured(p.rank_tool, summary_args(handle)).at("error");
  CHECK(error["path"] == "result_set");
  CHECK(error["recovery"].get<std::string>().find("pubmed_score_articles") != std::string::npos);
  CHECK(error["recovery"].get<std::string>().find(handle) != std::string::npos);
  CHECK(p.structured(p.rank_tool, {{"pmids", {"11"}}}).at("error").at("path") == "pmids");
  CHECK(p.structured(p.rank_tool, {{"result_set", "rs-0000000000"}}).at("error").at("code") ==
        "unknown_result_set");
  const Json wrong =
      p.structured(p.rank_tool, summary_args(handle, {{"filters", {{"languages", {"Klingon"}}}}}));
  CHECK(wrong.at("error").at("path") == "filters.languages[0]");
}

TEST_CASE("one answer names every problem of a ranking") {
  test::Pipeline p;
  const auto item = [](Json score) {
    return Json{{"pmid", "1"}, {"title", "T"}, {"total_score", std::move(score)}};
  };
  const Json answer = p.structured(
      p.rank_tool, {{"scored_articles", {item(0.5), item(1.5), item("high"), item(-1)}},
                    {"as_of", "soon"},
                    {"filters", {{"languages", {"Klingon"}}, {"designs", {"RCT", "magic"}}}},
                    {"output_format", "xml"}});
  CHECK(test::problem_paths(answer) ==
        std::vector<std::string>{"output_format", "as_of", "filters.languages[0]",
                                 "filters.designs[1]", "scored_articles[1].total_score",
                                 "scored_articles[2].total_score",
                                 "scored_articles[3].total_score"});
  const Json as_text = p.structured(p.rank_tool, {{"scored_articles", {item("0.25")}}});
  CHECK(as_text.at("ranked_articles")[0]["total_score"] == 0.25);
}

TEST_CASE("rows with boosts and what could not be judged, lines and answers keep their sizes") {
  test::Pipeline p;
  const Json scored = p.structured(
      p.score_tool, {{"result_set", p.hostile_features(40)},
                     {"query", "zinc"},
                     {"as_of", "2026"},
                     {"scoring_criteria", {{"weights", {{"relevance", 0.5}, {"recency", 0.5}}}}}});
  Json arguments = {
      {"result_set", scored["result_set"]},
      {"max_results", 40},
      {"detail", "row"},
      {"max_response_tokens", 100'000},
      {"ranking_criteria",
       {{"boost_recent", true}, {"boost_high_impact", true}, {"prefer_review_articles", true}}},
      {"filters", {{"min_citation_count", 3}}}};
  const mcp::ToolResult rows = p.call(p.rank_tool, arguments);
  const Json list = parse_json(rows.structured).value()["ranked_articles"];
  REQUIRE(list.size() == 40);
  CHECK(list[0]["boosts"][0] == Json{{"name", "recent"}, {"factor", 1.1}});
  CHECK(list[39]["flags"] == Json({"retracted", "injection_suspected"}));
  for (const Json& row : list) {
    CHECK(text::code_points(dump_json(row)) <= tools::kRowCharacters);
    CHECK(row["n"].is_number());
    CHECK(row.contains("unjudged"));
  }
  for (const std::string& line : text::split(rows.text, '\n')) {
    if (line.find(". **") < 4) CHECK(text::code_points(line) <= tools::kLineCharacters);
  }
  arguments["max_response_tokens"] = 600;
  for (const char* format : {"summary", "detailed", "analysis_ready"}) {
    arguments["output_format"] = format;
    arguments["detail"] = "full";
    const mcp::ToolResult small = p.call(p.rank_tool, arguments);
    CHECK(std::max(text::code_points(small.structured), text::code_points(small.text)) <=
          600 * 4 + tools::kRowCharacters);
  }
}

TEST_CASE("what scoring returned can be passed on inline") {
  test::Pipeline p;
  const Json scored =
      p.structured(p.score_tool, {{"result_set", p.features()},
                                  {"query", "zinc colds"},
                                  {"as_of", "2026-11-21"},
                                  {"scoring_criteria", {{"weights", {{"relevance", 1}}}}}});
  const Json by_handle = p.structured(p.rank_tool, summary_args(scored["result_set"]));
  const Json inline_rows =
      p.structured(p.rank_tool, {{"scored_articles", scored["scored_articles"]},
                                 {"output_format", "summary"},
                                 {"as_of", "2026-11-21"}});
  CHECK(ranked_pmids(inline_rows) == ranked_pmids(by_handle));
  CHECK(inline_rows["ranked_articles"] == by_handle["ranked_articles"]);
}

TEST_CASE("a ranked set keeps its ranks, and the next stage reads them in order") {
  test::Pipeline p;
  const Json answer = p.structured(
      p.rank_tool, summary_args(p.scored(), {{"max_results", 3},
                                             {"ranking_criteria", {{"boost_recent", true}}}}));
  const auto set = tools::load_set(p.services, answer["result_set"], {});
  REQUIRE(set);
  CHECK(set->stage == "ranked");
  REQUIRE(set->articles.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(set->articles[i].pmid == ranked_pmids(answer)[i]);
    CHECK(set->ranks[i].payload()["rank"] == i + 1);
    CHECK(set->ranks[i].payload()["final_score"] ==
          Approx(answer["ranked_articles"][i]["total_score"].get<double>()).margin(1e-5));
  }
}

TEST_CASE("pages follow each other, and diversity changes the order only") {
  test::Pipeline p;
  const std::string handle = p.scored();
  Json arguments = summary_args(handle, {{"max_response_tokens", 200}});
  std::vector<std::string> seen;
  for (int page = 0; page < 6; ++page) {
    const Json answer = p.structured(p.rank_tool, arguments);
    for (const std::string& pmid : ranked_pmids(answer)) seen.push_back(pmid);
    if (!answer.contains("next_cursor")) break;
    arguments["cursor"] = answer["next_cursor"];
  }
  const Json whole = p.structured(p.rank_tool, summary_args(handle));
  CHECK(seen == ranked_pmids(whole));
  const Json varied = p.structured(p.rank_tool, summary_args(handle, {{"diversity", 0.1}}));
  CHECK(varied["filter_metadata"]["diversity"] == 0.1);
  CHECK(varied["ranked_articles"].size() == 5);
  CHECK(ranked_pmids(varied).back() == "14");
}

TEST_CASE("a work listed twice is ranked twice, but not without a word") {
  test::Pipeline p;
  const auto item = [](const char* id, const char* title, double score) {
    return Json{{"item_id", id},
                {"title", title},
                {"publication_date", "2020"},
                {"abstract", "Adults took zinc."},
                {"total_score", score}};
  };
  const Json answer =
      p.structured(p.rank_tool, {{"scored_articles",
                                  {item("rec-a", "Zinc lozenges for the common cold", 0.9),
                                   item("rec-b", "Knees after surgery in adults", 0.8),
                                   item("rec-c", "Zinc Lozenges for the Common Cold.", 0.7)}},
                                 {"output_format", "summary"}});
  REQUIRE(answer["ranked_articles"].size() == 3);
  CHECK(answer["ranked_articles"][2]["possible_repeat_of"] == "rec-a");
  CHECK_FALSE(answer["ranked_articles"][0].contains("possible_repeat_of"));
  REQUIRE(answer["warnings"].size() == 1);
  CHECK(answer["warnings"][0].get<std::string>().find("rec-c and rec-a") != std::string::npos);
}
