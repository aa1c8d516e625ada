#include "pipeline/workflow/query_proposals.hpp"

#include "support/catch.hpp"
#include "support/fake_gateway.hpp"
#include "support/sample_program.hpp"
#include "support/tool_bench.hpp"
#include "tools/all_tools.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

const Json kGoal = {{"research_goal", "Does metformin help in Alzheimer's disease?"},
                    {"as_of", "2026-11-21"},
                    {"max_queries", 1}};

const char* kProposals =
    R"({"concepts":[{"concept":"Alzheimer's disease","synonyms":["amyloid","unheard of words"],)"
    R"("headings":["Cognitive Dysfunction","Nobody's Heading"]}]})";

Json note_of(const Json& out, const std::string& proposed) {
  for (const Json& note : out["query_metadata"]["proposals"]) {
    if (note["proposed"] == proposed) return note;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("the task holds the goal and what was read, the same each time") {
  query_gen::Request request;
  request.research_goal = "metformin without insulin in asthma";
  request.keywords = {"children"};
  const llm::Task task = workflow::proposal_task(request, mesh::built_in());
  CHECK(task.input.find("Research goal: metformin without insulin in asthma") == 0);
  CHECK(task.input.find("Required: children") != std::string::npos);
  CHECK(task.input.find("- metformin (heading: Metformin)") != std::string::npos);
  CHECK(task.input.find("- insulin") == std::string::npos);  // behind a negation
  CHECK(parse_json(task.schema, "schema"));
  CHECK(llm::task_key(task, "m") ==
        llm::task_key(workflow::proposal_task(request, mesh::built_in()), "m"));
}

TEST_CASE("an answer becomes proposals; what has another shape is left out") {
  const auto got = workflow::proposals_of(
      R"({"concepts":[{"concept":"asthma","synonyms":["wheeze",3],"headings":null},{"concept":4}]})");
  REQUIRE(got);
  REQUIRE(got->size() == 1);
  CHECK(got->at(0).concept_text == "asthma");
  CHECK(got->at(0).synonyms == std::vector<std::string>{"wheeze"});
  CHECK(got->at(0).headings.empty());
  CHECK_FALSE(workflow::proposals_of("no json"));
  CHECK_FALSE(workflow::proposals_of("{}"));
  CHECK(workflow::proposals_of(R"({"concepts":[]})")->empty());
}

TEST_CASE("host engine: a task, then the answer, each term checked") {
  test::SampleProgram sample;
  Json arguments = kGoal;
  arguments["engine"] = "host";
  const Json first = sample.structured("pubmed_generate_query", arguments);
  const Json& task = first["host_task"];
  REQUIRE(task["items"].size() == 1);
  CHECK_FALSE(first["generated_queries"].empty());  // the rules' queries stand meanwhile
  arguments["task_id"] = task["task_id"];
  arguments["completions"] =
      Json::array({{{"item_id", "goal"}, {"result", *parse_json(kProposals)}}});
  const Json second = sample.structured("pubmed_generate_query", arguments);
  CHECK_FALSE(second.contains("host_task"));
  CHECK(second["query_metadata"]["model"]["engine"] == "host");
  CHECK(note_of(second, "Nobody's Heading")["taken"] == false);
  CHECK(note_of(second, "unheard of words")["taken"] == false);
  CHECK(note_of(second, "Cognitive Dysfunction")["taken"] == true);
  CHECK(note_of(second, "Cognitive Dysfunction")["outcome"] == "taken");
  CHECK(note_of(second, "Nobody's Heading")["outcome"] == "refused");
  const std::string query = second["generated_queries"][0]["query_string"];
  CHECK(query.find("\"Cognitive Dysfunction\"[MeSH Terms]") != std::string::npos);
  CHECK(query.find("Nobody") == std::string::npos);
  CHECK(query.find("unheard") == std::string::npos);
}

TEST_CASE("host engine: an answer that cannot be used is said, and the task comes again") {
  test::SampleProgram sample;
  Json arguments = kGoal;
  arguments["engine"] = "host";
  const Json task = sample.structured("pubmed_generate_query", arguments)["host_task"];
  arguments["task_id"] = task["task_id"];
  for (const Json& result : {Json("{\"concepts\": [{\"concept\": \"Alz"), Json("no JSON at all"),
                             Json({{"something", "else"}}), Json({{"concepts", "metformin"}})}) {
    INFO(result.dump());
    arguments["completions"] = Json::array({Json{{"item_id", "goal"}, {"result", result}}});
    const mcp::ToolResult got = sample.call("pubmed_generate_query", arguments);
    const Json out = *parse_json(got.structured);
    if (got.is_error) {
      CHECK(out["error"]["path"] == "completions");
      continue;
    }
    CHECK(out["host_task"]["task_id"] == task["task_id"]);
    CHECK(out["query_metadata"]["model"]["error"]["code"] == "llm_not_json");
    CHECK(out["warnings"].dump().find("no completion could be used") != std::string::npos);
    CHECK(got.text.find("host_task") != std::string::npos);
    CHECK_FALSE(out["generated_queries"].empty());
  }
  // An empty list is an answer.
  arguments["completions"] =
      Json::array({Json{{"item_id", "goal"}, {"result", Json{{"concepts", Json::array()}}}}});
  const Json none = sample.structured("pubmed_generate_query", arguments);
  CHECK_FALSE(none.contains("host_task"));
  CHECK(none["warnings"].dump().find("proposes nothing") != std::string::npos);
}

TEST_CASE("an endpoint that fails: told to who asked for it, a warning to who did not") {
  test::SampleProgram sample;
  Json arguments = kGoal;
  arguments["engine"] = "endpoint";  // none is configured
  const mcp::ToolResult refused = sample.call("pubmed_generate_query", arguments);
  REQUIRE(refused.is_error);
  CHECK((*parse_json(refused.structured))["error"]["code"] == "llm_unreachable");

  test::FakeGateway model;
  test::ToolBench bench(tools::pubmed_generate_query, &model);
  bench.config.offline = true;
  Json automatic = kGoal;
  automatic["count"] = false;
  Json out = bench.structured(automatic);
  CHECK(model.asked.size() == 1);
  CHECK(out["query_metadata"]["model"]["error"]["code"] == "llm_unreachable");
  CHECK(out["warnings"].dump().find("made by rules alone") != std::string::npos);
  CHECK_FALSE(out["generated_queries"].empty());

  model.answer("goal", kProposals);
  out = bench.structured(automatic);
  CHECK(out["query_metadata"]["model"]["tokens_used"] == 0);
  CHECK(note_of(out, "Cognitive Dysfunction")["taken"] == true);
  CHECK(note_of(out, "amyloid")["reason"] == "not confirmed: PubMed was not asked");

  automatic["engine"] = "rules";
  const std::size_t asked = model.asked.size();
  out = bench.structured(automatic);
  CHECK(model.asked.size() == asked);
  CHECK_FALSE(out["query_metadata"].contains("model"));
}
