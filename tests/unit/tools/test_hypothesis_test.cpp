#include "base/limits.hpp"
#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"
#include "support/tool_bench.hpp"
#include "tools/all_tools.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

struct TestBench : test::ToolBench {
  TestBench() : ToolBench(tools::test_hypothesis) {}
};

Json inline_article(const std::string& pmid, const std::string& abstract) {
  return {{"pmid", pmid}, {"title", "An invented study"}, {"abstract", abstract}};
}
const std::string kAbstract =
    "Rats were given vensolane. Vensolane lowered zetokine. The rats slept well.";

}  // namespace

TEST_CASE("links over inline records: stance with a quote at its offsets") {
  TestBench bench;
  const mcp::ToolResult result =
      bench.call({{"links",
                   {{{"from", "vensolane"}, {"to", "zetokine"}, {"relation", "inhibits"}},
                    {{"from", "vensolane"}, {"to", "zetokine"}, {"relation", "activates"}}}},
                  {"articles", {inline_article("90000001", kAbstract)}}});
  const Json json = parse_json(result.structured).value();
  REQUIRE(json["links"].size() == 2);
  const Json& evidence = json["links"][0]["evidence"];
  REQUIRE(evidence.size() == 1);
  CHECK(evidence[0]["stance"] == "supports");
  CHECK(json["links"][1]["evidence"][0]["stance"] == "contradicts");
  CHECK(text::slice(kAbstract, evidence[0]["start"], evidence[0]["end"]) ==
        evidence[0]["quote"].get<std::string>());
  CHECK(json["links"][0]["searches"][1]["purpose"] == "refuting");
  CHECK(result.text.find("Vensolane lowered zetokine.") != std::string::npos);
}

TEST_CASE("a claim and a comparison over inline records") {
  TestBench bench;
  const Json claim = bench.structured({{"claim", "Does vensolane lower zetokine?"},
                                       {"articles", {inline_article("90000001", kAbstract)}}});
  CHECK(claim["claim_result"]["verdict"] == "supported");
  const Json comparison = bench.structured(
      {{"comparison",
        {{"intervention", "vensolane"}, {"comparator", "water"}, {"outcome", "zetokine"}}},
       {"articles", {inline_article("90000001", kAbstract)}}});
  CHECK(comparison["comparison_result"]["direction"] == "decreased");
  CHECK(comparison["comparison_result"]["quote"] == "Vensolane lowered zetokine.");
}

TEST_CASE("a record of which only the beginning is read is named") {
  TestBench bench;
  std::string longer = kAbstract;
  while (longer.size() < limits::kReadAbstractBytes) longer += " The rats slept well";
  const auto warnings = [&bench](const std::string& abstract) {
    return bench
        .structured({{"claim", "Does vensolane lower zetokine?"},
                     {"articles", {inline_article("90000001", abstract)}}})
        .value("warnings", Json::array())
        .dump();
  };
  CHECK(warnings(longer).find("only the beginning was read of 1 record") != std::string::npos);
  CHECK(warnings(longer).find("90000001") != std::string::npos);
  CHECK(warnings(kAbstract).find("only the beginning") == std::string::npos);
}

TEST_CASE("a comparison that no record makes is said to be none") {
  TestBench bench;
  const Json json = bench.structured(
      {{"comparison",
        {{"intervention", "vensolane"}, {"comparator", "water"}, {"outcome", "zetokine"}}},
       {"articles",
        {inline_article("90000001", kAbstract), inline_article("90000002", kAbstract)}}});
  CHECK(json["comparison_result"]["direction"] == "unclear");
  CHECK(json["comparison_result"]["verdict"] == "insufficient");
  CHECK(json["warnings"].dump().find("against water on zetokine") != std::string::npos);
}

TEST_CASE("a hypothesis is tested and kept with its result") {
  TestBench bench;
  const Json json =
      bench.structured({{"hypothesis", {{"drug", "vensolane"}, {"target", "zetokine inhibition"}}},
                        {"articles", {inline_article("90000001", kAbstract)}}});
  CHECK(json["status"] == "insufficient");  // one record
  const auto kept = bench.store.documents.list("tested_hypothesis", 10).value();
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].first == json["hypothesis_id"]);
  CHECK(parse_json(kept[0].second).value()["links"][0]["evidence"].size() == 1);
}

TEST_CASE("a small budget leaves out quotes and says so") {
  TestBench bench;
  std::string abstract;
  for (int i = 0; i < 40; ++i) abstract += "Vensolane lowered zetokine in the rats of this cage. ";
  const Json json = bench.structured(
      {{"links", {{{"from", "vensolane"}, {"to", "zetokine"}, {"relation", "inhibits"}}}},
       {"articles", {inline_article("90000001", abstract)}},
       {"max_response_tokens", 600}});
  CHECK(json["links"][0]["evidence"].size() < 40);
  CHECK(json["links"][0]["evidence_omitted"].get<int>() > 0);
  CHECK(json.contains("left_out"));
}

TEST_CASE("what is to be tested must be clear") {
  TestBench bench;
  for (const Json& wrong :
       {Json::object(), Json{{"claim", "x reduces y"}, {"hypothesis_id", "abc"}},
        Json{{"links", {{{"from", "a"}, {"to", "b"}, {"relation", "purple"}}}}},
        Json{{"hypothesis", {{"drug", "a"}}}}, Json{{"hypothesis_id", "unknown"}}}) {
    INFO(wrong.dump());
    CHECK(bench.call(wrong).is_error);
  }
}

TEST_CASE("on the sample a hypothesis is tested by searches for and against each link") {
  test::SampleProgram program;
  const Json arguments = {{"hypothesis",
                           {{"drug", "metformin"},
                            {"target", "AMPK activation"},
                            {"pathway", "autophagy activation"},
                            {"effect", "reduced amyloid"}}}};
  const Json json = program.structured("test_hypothesis", arguments);
  REQUIRE(json["links"].size() == 3);
  CHECK(json["records_read"].get<int>() > 0);
  for (const Json& link : json["links"]) {
    REQUIRE(link["searches"].size() == 2);
    CHECK(link["searches"][0]["found"].is_number());
    for (const Json& e : link["evidence"]) {
      CHECK_FALSE(e["pmid"].get<std::string>().empty());
      CHECK_FALSE(e["quote"].get<std::string>().empty());
    }
  }
  CHECK(program.structured("test_hypothesis", arguments) == json);  // and again the same
}
