#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <set>
#include <string>

using namespace ev;

namespace {

Json goal(const char* text) {
  return {{"research_goal", text}, {"as_of", "2026-11-21"}};
}

mcp::CallContext with_forms() {
  mcp::CallContext ctx;
  ctx.client.forms = true;
  return ctx;
}

// As CallRunner calls again with what the user did.
mcp::CallContext answered(const char* key, const Json& reply) {
  mcp::CallContext ctx = with_forms();
  ctx.state = "asked";
  ctx.inputs.put(key, std::make_shared<const Json>(reply));
  return ctx;
}

Json accept(const char* key, const char* value) {
  return {{"action", "accept"}, {"content", {{key, value}}}};
}

bool any_has(const Json& list, const std::string& part) {
  for (const Json& one : list) {
    if (one.get<std::string>().find(part) != std::string::npos) return true;
  }
  return false;
}

// Two calls may fall into two seconds.
Json without_times(Json answer) {
  for (Json& query : answer["generated_queries"]) query.erase("counted_at");
  return answer;
}

}  // namespace

TEST_CASE("an ambiguous name is asked about once, where the client has forms") {
  test::SampleProgram sample;
  const Json arguments = goal("fatigue in MS");
  const mcp::ToolResult asked = sample.call("pubmed_generate_query", arguments, with_forms());
  REQUIRE(asked.asks.size() == 1);
  CHECK(asked.structured.empty());
  CHECK(asked.state == "asked");
  const Json form = parse_json(asked.asks[0].params).value();
  const Json& field = form["requestedSchema"]["properties"]["meaning"];
  CHECK(field["enum"].size() == 6);
  CHECK(field["enum"][0] == "multiple sclerosis");

  const auto told = [&](const Json& reply) {
    const auto result = sample.call("pubmed_generate_query", arguments, answered("meaning", reply));
    CHECK(result.asks.empty());
    return without_times(parse_json(result.structured).value());
  };
  const Json meant = told(accept("meaning", "multiple sclerosis"));
  CHECK(meant["generated_queries"][0]["query_string"].get<std::string>().find(
            "multiple sclerosis") != std::string::npos);
  CHECK(any_has(meant["query_metadata"]["notes"], "as the user answered"));
  CHECK_FALSE(any_has(meant.value("warnings", Json::array()), "can mean"));
  // Whoever declines, or answers something else, gets what a client without forms gets.
  const Json silent = without_times(sample.structured("pubmed_generate_query", arguments));
  CHECK(any_has(silent["warnings"], "\"MS\" can mean multiple sclerosis"));
  CHECK(told({{"action", "decline"}}) == silent);
  CHECK(told({{"action", "cancel"}}) == silent);
  CHECK(told(accept("meaning", "a ship")) == silent);
  CHECK(told(Json("nonsense")) == silent);
  CHECK_FALSE(
      any_has(told(accept("meaning", "search it as written")).value("warnings", Json::array()),
              "can mean"));
}

TEST_CASE("nothing is asked that the caller has said") {
  test::SampleProgram sample;
  Json said = goal("fatigue in MS");
  said["keywords"] = {"multiple sclerosis"};
  CHECK(sample.call("pubmed_generate_query", said, with_forms()).asks.empty());
  Json host = goal("fatigue in MS");
  host["engine"] = "host";
  CHECK(sample.call("pubmed_generate_query", host, with_forms()).asks.empty());
  CHECK(sample.call("pubmed_generate_query", goal("metformin in dementia"), with_forms())
            .asks.empty());
}

TEST_CASE("generated queries are valid, counted and run as they are") {
  test::SampleProgram sample;
  const Json out = sample.structured("pubmed_generate_query",
                                     goal("Does metformin help in Alzheimer's disease?"));
  REQUIRE_FALSE(out["generated_queries"].empty());
  for (const Json& query : out["generated_queries"]) {
    CHECK(query["validation"]["valid"] == true);
    CHECK(query["confidence_score"] >= 0.0);
    CHECK(query["confidence_score"] <= 1.0);
    CHECK_FALSE(query["rationale"].get<std::string>().empty());
    REQUIRE(query["result_count"].is_number_integer());
    CHECK(query["counted_at"].is_string());
    CHECK(query["expected_scope"].get<std::string>().find("result") != std::string::npos);
  }
  CHECK(out["mesh_terms"] == Json({"Metformin", "Alzheimer Disease"}));
  const Json& first = out["generated_queries"][0];
  const Json found = sample.structured(
      "pubmed_search", {{"search_query", first["query_string"]}, {"max_results", 3}});
  CHECK(found["total_results"] == first["result_count"]);
}

TEST_CASE("without counting, the scope is an estimate and says so") {
  test::SampleProgram sample;
  Json arguments = goal("carvedilol in heart failure");
  arguments["count"] = false;
  arguments["max_queries"] = 1;
  const Json out = sample.structured("pubmed_generate_query", arguments);
  const Json& query = out["generated_queries"][0];
  CHECK(query["result_count"].is_null());
  CHECK(query["counted_at"].is_null());
  CHECK(query["expected_scope"].get<std::string>().find("(estimated)") != std::string::npos);
  CHECK(out["query_metadata"]["tried_queries"].empty());
}

TEST_CASE("seed papers are told apart: found, missed with the reason") {
  test::SampleProgram sample;
  Json arguments = goal("metformin in alzheimer disease");
  arguments["seed_pmids"] = {"90000001", "90000019"};
  arguments["max_queries"] = 1;
  const Json out = sample.structured("pubmed_generate_query", arguments);
  const Json& seeds = out["generated_queries"][0]["seeds"];
  REQUIRE(seeds["missed"].size() == 1);
  CHECK(seeds["found"] == Json({"90000001"}));
  CHECK(seeds["missed"][0]["pmid"] == "90000019");
  CHECK(seeds["missed"][0]["reason"].get<std::string>().find("does not match") == 0);
}

TEST_CASE("a draft is repaired and explained") {
  test::SampleProgram sample;
  Json arguments = goal("heart failure");
  arguments["draft_query"] = "(carvedilol[tiab] AND heart failure[titel]";
  const Json out = sample.structured("pubmed_generate_query", arguments);
  const Json& draft = out["query_metadata"]["draft"];
  CHECK(draft["valid"] == false);
  CHECK(draft["errors"].size() == 2);
  CHECK(draft["repaired"] == "carvedilol[tiab] AND heart failure[ti]");
  CHECK(draft["explanation"].size() == 2);
  CHECK(out["generated_queries"][0]["query_string"] == draft["repaired"]);
}

TEST_CASE("what belongs to the host engine is refused elsewhere") {
  test::SampleProgram sample;
  const auto paths = [&sample](Json more) {
    Json arguments = goal("asthma");
    arguments.update(more);
    const mcp::ToolResult result = sample.call("pubmed_generate_query", arguments);
    REQUIRE(result.is_error);
    return (*parse_json(result.structured))["error"]["path"];
  };
  const Json completions = Json::array({Json{{"x", 1}}});
  CHECK(paths({{"completions", completions}}) == "completions");
  CHECK(paths({{"task_id", "t1"}}) == "task_id");
  CHECK(paths({{"engine", "host"}, {"task_id", "t1"}}) == "completions");
  CHECK(paths({{"engine", "host"}, {"completions", completions}}) == "task_id");
  // A task of other arguments.
  CHECK(paths({{"engine", "host"}, {"task_id", "ht-0"}, {"completions", completions}}) ==
        "task_id");
}

TEST_CASE("bad arguments are listed with their path") {
  test::SampleProgram sample;
  Json arguments = goal("asthma");
  arguments["max_queries"] = 11;
  arguments["query_strategy"] = "bold";
  const mcp::ToolResult result = sample.call("pubmed_generate_query", arguments);
  REQUIRE(result.is_error);
  CHECK((*parse_json(result.structured))["error"]["problems"].size() == 2);
  arguments = goal("asthma");
  arguments["seed_pmids"] = {"12x"};
  CHECK(sample.call("pubmed_generate_query", arguments).is_error);
  CHECK(sample.call("pubmed_generate_query", goal("What are the effects?")).is_error);
}

TEST_CASE("every wrong value is named in one answer") {
  test::SampleProgram sample;
  const Json arguments = {
      {"research_goal", "asthma"}, {"as_of", "2026-13-40"},
      {"engine", "oracle"},        {"seed_pmids", {"12345", "PMC1", "12x"}},
      {"task_id", "t1"},           {"completions", Json::array({Json{{"x", 1}}})},
      {"draft_query", " "},        {"max_queries", 11}};
  const mcp::ToolResult result = sample.call("pubmed_generate_query", arguments);
  REQUIRE(result.is_error);
  const Json structured = *parse_json(result.structured);
  std::set<std::string> paths;
  for (const Json& problem : structured["error"]["problems"]) paths.insert(problem["path"]);
  CHECK(paths == std::set<std::string>{"as_of", "engine", "seed_pmids[1]", "seed_pmids[2]",
                                       "task_id", "completions", "draft_query", "max_queries"});
}

TEST_CASE("an absent drug is said first; the text has domain, complexity and what was left out") {
  test::SampleProgram sample;
  Json arguments = goal("Does zorblatinib help in heart failure?");
  arguments["domain"] = "medical";
  const mcp::ToolResult result = sample.call("pubmed_generate_query", arguments);
  REQUIRE_FALSE(result.is_error);
  CHECK(result.text.starts_with("\"zorblatinib\" occurs nowhere in the built-in sample"));
  CHECK(result.text.find("Domain: medical: ambiguous terms") != std::string::npos);
  CHECK(result.text.find("Complexity: ") != std::string::npos);
  CHECK(result.text.find("Not searched: zorblatinib (occurs nowhere") != std::string::npos);
  CHECK(result.text.find("Relaxed: nothing matched all of: zorblatinib") != std::string::npos);
  const Json out = *parse_json(result.structured);
  CHECK(out["query_metadata"]["absent_drug"] == "zorblatinib");
  CHECK(out["generated_queries"][0]["relaxed"]["dropped"] == Json({"zorblatinib"}));
}

TEST_CASE("the text has each query in code, its scope and its rationale") {
  test::SampleProgram sample;
  const mcp::ToolResult result =
      sample.call("pubmed_generate_query", goal("carvedilol in heart failure"));
  REQUIRE_FALSE(result.is_error);
  CHECK(result.text.starts_with("1. "));
  CHECK(result.text.find("`(\"Carvedilol\"[MeSH Terms]") != std::string::npos);
  CHECK(result.text.find("MeSH, confirmed by built-in vocabulary: ") != std::string::npos);
  CHECK(result.text.size() < 6000);
}

TEST_CASE("terms of signs alone are refused by their names, wherever they stand") {
  test::SampleProgram sample;
  for (const char* signs : {"(", ")", "\"", "*", "[", "[]", "()", "\"\"", "?", "--", "…", "，"}) {
    INFO(signs);
    for (const char* field : {"keywords", "study_types", "exclude_terms"}) {
      Json arguments = goal("metformin");
      arguments[field] = {"weight", signs};
      const mcp::ToolResult refused = sample.call("pubmed_generate_query", arguments);
      REQUIRE(refused.is_error);
      const std::string& told = refused.structured;
      CHECK(told.find(std::string(field) + "[1]") != std::string::npos);
      CHECK(told.find("no letter and no digit") != std::string::npos);
    }
    for (const char* field : {"research_goal", "draft_query"}) {
      Json arguments = goal("metformin");
      arguments[field] = signs;
      arguments["count"] = false;
      const mcp::ToolResult answer = sample.call("pubmed_generate_query", arguments);
      if (answer.is_error) continue;
      const Json answered = parse_json(answer.structured).value();
      for (const Json& query : answered["generated_queries"]) {
        CHECK_FALSE(query["query_string"].get<std::string>().empty());
      }
    }
  }
}
