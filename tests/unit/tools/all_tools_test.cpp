#include "tools/all_tools.hpp"

#include "support/catch.hpp"
#include "support/tool_services.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

TEST_CASE("the tools are listed in the order of the pipeline, each with its definition") {
  test::ToolServices t;
  std::vector<std::string> names;
  for (const mcp::ToolDef& tool : tools::all_tools(t.services)) {
    names.push_back(tool.name);
    const auto definition = parse_json(tool.definition());
    REQUIRE(definition);
    CHECK((*definition)["name"] == tool.name);
    CHECK(tool.definition().find('\n') == std::string::npos);
  }
  CHECK(names == std::vector<std::string>{
                     "pubmed_generate_query", "pubmed_search", "search_evidence", "get_articles",
                     "deduplicate_evidence", "pubmed_extract_features", "pubmed_score_articles",
                     "pubmed_filter_rank", "generate_hypotheses", "test_hypothesis",
                     "synthesize_evidence", "run_research", "verify_citations", "export_results"});
}

TEST_CASE("the served schemas leave out ranges, common members and shapes") {
  const std::string served = tools::served_definition(
      R"({
    "name": "demo", "inputSchema": {"type": "object", "properties": {"q": {"type": "string", "minLength": 1, "description": "d"},
      "sort": {"type": "string", "enum": ["a", "b"]}, "from": {"type": "array", "items": {"enum": []}}}, "additionalProperties": false},
    "outputSchema": {"type": "object", "required": ["rows"], "properties": {
      "rows": {"type": "array", "items": {"type": "object", "properties": {"pmid": {"type": "string"}}}},
      "score": {"description": "may be null"}, "n": {"type": "integer", "description": "d"},
      "warnings": {"type": "array"}}}})",
      Json::parse(R"({"properties":{"sort":{"enum":["x"]},"from":{"items":{"enum":["x","y"]}}}})"));
  CHECK(
      served ==
      R"({"name":"demo","inputSchema":{"type":"object","properties":{"q":{"type":"string","description":"d"},)"
      R"("sort":{"enum":["a","b"]},"from":{"type":"array","items":{"enum":["x","y"]}}}},)"
      R"("outputSchema":{"type":"object","properties":{"rows":{},"score":{},"n":{}}}})");
}
