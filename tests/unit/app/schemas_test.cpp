// The advertised schemas are the truth about the tools: what the decoders accept and what the
// answers hold.
#include "app/wire.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>

using namespace ev;

namespace {

void compare(const Json& accepted, const Json& schema, const std::string& path) {
  CAPTURE(path, dump_json(accepted), dump_json(schema));
  if (accepted.contains("type")) CHECK(accepted["type"] == schema.value("type", ""));
  for (const char* member : {"enum", "minimum", "maximum"}) {
    if (!accepted.contains(member)) continue;
    const Json declared = schema.value(member, Json());
    // An empty enumeration is filled from `accepted` when it is served.
    if (declared != Json::array()) CHECK(accepted[member] == declared);
  }
  if (accepted.value("type", "") == "array") {
    compare(accepted["items"], schema.value("items", Json::object()), path + "[]");
  }
  if (!accepted.contains("properties")) return;
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, member] : accepted["properties"].items()) {
    CHECK(properties.contains(name));
    if (properties.contains(name)) compare(member, properties[name], path + "." + name);
  }
  for (const auto& [name, member] : properties.items()) {
    CAPTURE(name);
    CHECK(accepted["properties"].contains(name));
  }
  Json required = accepted.value("required", Json::array());
  Json declared = schema.value("required", Json::array());
  std::sort(required.begin(), required.end());
  std::sort(declared.begin(), declared.end());
  CHECK(required == declared);
  CHECK(schema.value("additionalProperties", true) == false);
}

// Only the common subset of the drafts, so that every host reads the schemas alike.
void check_keywords(const Json& schema, const std::string& path) {
  static const std::vector<std::string> kAllowed = {"type",      "properties",
                                                    "required",  "items",
                                                    "enum",      "description",
                                                    "default",   "minimum",
                                                    "maximum",   "minLength",
                                                    "maxLength", "minItems",
                                                    "maxItems",  "additionalProperties",
                                                    "examples"};
  CAPTURE(path);
  for (const auto& [name, member] : schema.items()) {
    CAPTURE(name);
    CHECK(std::find(kAllowed.begin(), kAllowed.end(), name) != kAllowed.end());
  }
  if (schema.contains("type")) CHECK(schema["type"].is_string());
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, member] : properties.items()) {
    check_keywords(member, path + "." + name);
  }
  if (schema.contains("items")) check_keywords(schema["items"], path + "[]");
}

std::vector<std::string> violations(const Json& schema_json, const Json& value) {
  valijson::Schema schema;
  valijson::SchemaParser parser;
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(schema_json);
  parser.populateSchema(schema_adapter, schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter target(value);
  std::vector<std::string> out;
  if (validator.validate(schema, target, &results)) return out;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    std::string place;
    for (const std::string& step : error.context) place += step;
    out.push_back(place + ": " + error.description);
  }
  return out;
}

Json schema_file(const std::string& tool) {
  return *parse_json(*read_file(test::source_dir() / "schemas" / (tool + ".json")));
}

}  // namespace

TEST_CASE("every tool has a schema file and accepts exactly what it declares") {
  test::SampleProgram sample;
  for (const mcp::ToolDef& tool : sample.program().tools()) {
    CAPTURE(tool.name);
    REQUIRE(tool.definition);
    const Json file = schema_file(tool.name);
    CHECK(file["name"] == tool.name);
    CHECK(file["annotations"]["readOnlyHint"] == true);
    CHECK(file["description"].get<std::string>().size() < 2000);
    check_keywords(file["inputSchema"], "input");
    check_keywords(file["outputSchema"], "output");
    compare(*parse_json(tool.accepted()), file["inputSchema"], "arguments");
  }
}

TEST_CASE("tools/list and instructions together stay below 5,000 tokens") {
  test::SampleProgram sample;
  std::size_t size = text::code_points(app::instructions());
  CHECK(size <= 1500);
  for (const mcp::ToolDef& tool : sample.program().tools())
    size += text::code_points(tool.definition());
  CHECK(size / 4 < 5000);
}

TEST_CASE("answers on the sample conform to the whole output schema and to the served one") {
  test::SampleProgram sample;
  const std::string question = "metformin Alzheimer disease";
  std::map<std::string, Json> answers;
  answers["pubmed_generate_query"] = sample.structured(
      "pubmed_generate_query", {{"research_goal", question}, {"as_of", "2026-11-21"}});
  const auto next = [&](const char* tool, Json arguments) {
    answers[tool] = sample.structured(tool, arguments);
    return answers[tool].at("result_set").get<std::string>();
  };
  const std::string records =
      next("pubmed_search", {{"search_query", "metformin"}, {"max_results", 40}});
  const std::string features =
      next("pubmed_extract_features",
           {{"result_set", records},
            {"extraction_schema", {{"sample_size", "number"}, {"p_values", "array[string]"}}}});
  const std::string scored =
      next("pubmed_score_articles",
           {{"result_set", features},
            {"query", question},
            {"scoring_criteria", {{"weights", {{"relevance", 0.5}, {"sample_size", 0.5}}}}}});
  const std::string ranked =
      next("pubmed_filter_rank",
           {{"result_set", scored}, {"ranking_criteria", {{"boost_recent", true}}}});
  next("search_evidence", {{"query", question}});
  next("get_articles",
       {{"ids", {"90000002", "NCT99000001", "99999999", "PPR:PPR990001", "nonsense"}},
        {"include", {"record", "full_text", "references", "cited_by", "similar", "annotations"}},
        {"max_chars", 1500}});
  next("verify_citations",
       {{"references",
         {"PMID 90000012",
          "99999999",
          "Metformin use and risk of Alzheimer disease in type 2 diabetes",
          {{"pmid", 90000001}, {"title", "Something else entirely about wrists"}, {"year", 1999}},
          "Smith 2019"}}});
  next("synthesize_evidence", {{"result_set", records},
                               {"outcomes", {"cognitive decline"}},
                               {"rows",
                                {{{"study", "invented"},
                                  {"outcome", "cognitive decline"},
                                  {"intervention", {{"n", 40}, {"events", 4}}},
                                  {"comparator", {{"n", 40}, {"events", 9}}}}}}});
  next("export_results", {{"result_set", ranked}, {"format", "ris"}});
  const Json copy = {{"title", "Invented paste and grip strength in bus drivers"},
                     {"abstract", "Grip strength rose."},
                     {"authors", {"Karlsen L"}},
                     {"publication_date", "2013"},
                     {"metadata", {{"record_id", "r1"}}}};
  Json elsewhere = copy;
  elsewhere["journal"] = "Throat Research";
  elsewhere["metadata"]["record_id"] = "r2";
  Json third = elsewhere;
  third["journal"] = "Annals of Invented Medicine";
  third["metadata"]["record_id"] = "r3";
  answers["deduplicate_evidence"] =
      sample.structured("deduplicate_evidence", {{"evidence_list", {elsewhere, third, third}},
                                                 {"result_set", records},
                                                 {"max_response_tokens", 100'000}});
  CHECK_FALSE(answers["deduplicate_evidence"]["clusters"].empty());
  answers["test_hypothesis"] = sample.structured(
      "test_hypothesis",
      {{"links", {{{"from", "metformin"}, {"to", "AMPK"}, {"relation", "activates"}}}}});
  answers["run_research"] = sample.structured(
      "run_research", {{"question", question}, {"max_rounds", 1}, {"as_of", "2026-11-21"}});
  answers["generate_hypotheses"] =
      sample.structured("generate_hypotheses", {{"result_set", records}, {"query", question}});
  for (const mcp::ToolDef& tool : sample.program().tools()) {
    CAPTURE(tool.name);
    REQUIRE(answers.count(tool.name) == 1);
    CHECK(violations(schema_file(tool.name)["outputSchema"], answers[tool.name]) ==
          std::vector<std::string>{});
    const Json served = parse_json(tool.definition()).value();
    CHECK(violations(served["outputSchema"], answers[tool.name]) == std::vector<std::string>{});
    // A member nobody declared is a schema that lags behind.
    const Json declared = schema_file(tool.name)["outputSchema"]["properties"];
    for (const auto& [name, member] : answers[tool.name].items()) {
      CAPTURE(name);
      CHECK(declared.contains(name));
    }
  }
}
