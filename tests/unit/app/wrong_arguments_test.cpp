// Every wrong set of arguments gets one answer that names every problem, its path and the remedy.
#include "app/wire.hpp"
#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

using namespace ev;

namespace {

bool names_path(const Json& error, const std::string& path) {
  if (error.value("path", "") == path) return true;
  for (const Json& problem : error.value("problems", Json::array())) {
    if (problem.value("path", "") == path) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("an empty list is nothing to do, and no fault of a pipeline") {
  test::SampleProgram sample;
  const Json nothing = Json::array();
  const Json schema = {{"sample_size", "number"}};
  const std::vector<std::pair<std::string, Json>> cases = {
      {"get_articles", {{"ids", nothing}}},
      {"verify_citations", {{"references", nothing}}},
      {"deduplicate_evidence", {{"evidence_list", nothing}}},
      {"deduplicate_evidence", {{"result_sets", nothing}}},
      {"pubmed_extract_features", {{"pmids", nothing}, {"extraction_schema", schema}}},
      {"pubmed_extract_features", {{"articles", nothing}, {"extraction_schema", schema}}},
      {"pubmed_score_articles",
       {{"articles_with_features", nothing},
        {"query", "pain"},
        {"scoring_criteria", {{"weights", {{"relevance", 1}}}}}}},
      {"pubmed_filter_rank", {{"scored_articles", nothing}}},
      {"test_hypothesis", {{"claim", "metformin reduces pain"}, {"articles", nothing}}},
      {"generate_hypotheses", {{"query", "metformin"}, {"articles", nothing}}},
      {"synthesize_evidence", {{"articles", nothing}, {"question", "does tea reduce pain?"}}}};
  for (const auto& [tool, arguments] : cases) {
    CAPTURE(tool, dump_json(arguments));
    const mcp::ToolResult result = sample.call(tool, arguments);
    CAPTURE(result.text);
    CHECK_FALSE(result.is_error);
  }
  // What the next step takes.
  for (const char* tool : {"get_articles", "deduplicate_evidence"}) {
    const bool ids = std::string(tool) == "get_articles";
    const Json out = sample.structured(tool, {{ids ? "ids" : "result_sets", nothing}});
    CHECK(out.value("result_set", "").starts_with("rs-"));
  }
}

TEST_CASE("wrong arguments are answered with every problem, its path and a remedy") {
  test::SampleProgram sample;
  const Json cases =
      *parse_json(*read_file(test::source_dir() / "tests/fixtures/arguments/wrong.json"));
  REQUIRE(cases.size() >= 30);
  for (const Json& c : cases) {
    CAPTURE(dump_json(c));
    const mcp::ToolResult result = sample.call(c["tool"].get<std::string>(), c["arguments"]);
    CAPTURE(result.text);
    REQUIRE(result.is_error);
    const Json structured = *parse_json(result.structured);
    const Json& error = structured.at("error");
    CHECK(error.at("code") == c["code"]);
    CHECK_FALSE(error.value("message", "").empty());
    CHECK_FALSE(error.value("recovery", "").empty());
    for (const Json& path : c.value("paths", Json::array())) {
      CAPTURE(dump_json(path));
      CHECK(names_path(error, path));
      CHECK(result.text.find(path.get<std::string>()) != std::string::npos);
    }
    if (c.contains("position")) CHECK(error.at("position").is_number_integer());
    if (c.contains("says"))
      CHECK(result.text.find(c["says"].get<std::string>()) != std::string::npos);
  }
}
