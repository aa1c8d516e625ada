#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Json verified_list(test::SampleProgram& sample, Json references) {
  return sample.structured("verify_citations", {{"references", std::move(references)}});
}

}  // namespace

TEST_CASE("strings and objects, each with its verdict") {
  test::SampleProgram sample;
  const Json out = verified_list(
      sample, {"PMID 90000003",
               {{"doi", "10.5555/sample.90000003"},
                {"title", "Metformin use and risk of Alzheimer disease in type 2 diabetes"},
                {"year", 2021}},
               {{"pmid", 90000001}, {"title", "Surgery of the wrist in older pianists"}},
               {{"pmcid", "99000002"}, {"authors", {"Delta D"}}},
               "90000012",
               "99999999",
               "Smith 2019"});
  const std::vector<std::string> expected = {"verified",  "verified",  "mismatch",    "verified",
                                             "retracted", "not_found", "unverifiable"};
  REQUIRE(out["references"].size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i, out["references"][i].dump());
    CHECK(out["references"][i]["status"] == expected[i]);
    CHECK(out["references"][i]["index"] == i + 1);
  }
  CHECK(out["summary"]["verified"] == 3);
  CHECK(out["total"] == 7);
  const Json& wrong = out["references"][2];
  CHECK(wrong["differs"][0]["field"] == "title");
  CHECK(wrong["found"]["pmid"] == "90000001");
  CHECK(out["references"][4]["found"]["retraction"]["notice_pmid"] == "90000013");
}

TEST_CASE("a date in words has its year") {
  test::SampleProgram sample;
  const auto status = [&](const char* date) {
    const Json out = verified_list(sample, {{{"pmid", "90000003"}, {"date", date}}});
    return out["references"][0]["status"].get<std::string>();
  };
  CHECK(status("March 2021") == "verified");
  CHECK(status("March 2011") == "mismatch");
}

TEST_CASE("records found are a set for the next steps") {
  test::SampleProgram sample;
  const Json out = verified_list(sample, {"90000001", "90000002", "99999999"});
  const Json file =
      sample.structured("export_results", {{"result_set", out["result_set"]}, {"format", "ris"}});
  CHECK(file["records"] == 2);
  CHECK_FALSE(verified_list(sample, {"99999999"}).contains("result_set"));
}

TEST_CASE("long lists go on behind a cursor") {
  test::SampleProgram sample;
  Json references = Json::array();
  for (int i = 0; i < 120; ++i) references.push_back(std::to_string(90000001 + i % 40));
  Json arguments = {{"references", references}, {"max_response_tokens", 100'000}};
  std::size_t seen = 0;
  for (int page = 0; page < 10; ++page) {
    const Json out = sample.structured("verify_citations", arguments);
    for (const Json& one : out["references"]) CHECK(one["index"] == ++seen);
    if (!out.contains("next_cursor")) break;
    arguments["cursor"] = out["next_cursor"];
  }
  CHECK(seen == 120);
}

TEST_CASE("the text tells the verdicts first") {
  test::SampleProgram sample;
  const mcp::ToolResult result =
      sample.call("verify_citations", {{"references", {"90000012", "90000001"}}});
  CHECK(result.text.find("1 verified, 1 retracted") != std::string::npos);
  CHECK(result.text.find("the work was retracted") != std::string::npos);
}
