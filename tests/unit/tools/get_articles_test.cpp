#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace ev;

namespace {

Json get_records(test::SampleProgram& sample, Json arguments) {
  return sample.structured("get_articles", arguments);
}

std::vector<std::string> names_of(const Json& out) {
  std::vector<std::string> ids;
  for (const Json& a : out["articles"]) {
    ids.push_back(a.value(a.value("pmid", "").empty() ? "item_id" : "pmid", ""));
  }
  return ids;
}

}  // namespace

TEST_CASE("records by mixed ids, unknown ones named") {
  test::SampleProgram sample;
  const Json out = get_records(sample, {{"ids",
                                         {"90000001", "PMC99000002", "10.5555/sample.90000003",
                                          "NCT99000001", "PPR:PPR990001", "99999999", "what"}}});
  CHECK(names_of(out) == std::vector<std::string>{"90000001", "90000002", "90000003", "NCT99000001",
                                                  "PPR:PPR990001"});
  CHECK_FALSE(out["articles"][0].contains("asked"));
  CHECK(out["articles"][1]["asked"] == Json::array({"PMC99000002"}));
  CHECK(out["articles"][0]["abstract"].get<std::string>().size() > 100);
  CHECK(out["articles"][3]["trial"]["conditions"].size() > 0);
  CHECK_FALSE(out["articles"][3]["trial"].contains("eligibility_criteria"));
  REQUIRE(out["not_found"].size() == 2);
  CHECK(out["not_found"][0]["status"] == "not_found");
  CHECK(out["not_found"][1]["status"] == "no_id");
  CHECK(out["errors"].empty());
}

TEST_CASE("a result set and its items are ids, too; the answer is a set") {
  test::SampleProgram sample;
  const Json found =
      sample.structured("search_evidence", {{"query", "metformin"}, {"max_results_per_source", 5}});
  const Json out = get_records(sample, {{"ids", {found["result_set"], "90000019"}},
                                        {"detail", "row"},
                                        {"max_response_tokens", 50'000}});
  CHECK(out["articles"].size() == found["total_found"].get<std::size_t>() + 1);
  const Json again = get_records(
      sample, {{"ids", {out["result_set"]}}, {"detail", "row"}, {"max_response_tokens", 50'000}});
  CHECK(names_of(again) == names_of(out));
}

TEST_CASE("full text, lists and annotations beside the record") {
  test::SampleProgram sample;
  const Json out =
      get_records(sample, {{"ids", {"90000002"}},
                           {"include", {"full_text", "similar", "annotations", "references"}},
                           {"sections", {"results"}}});
  const Json& a = out["articles"][0];
  CHECK_FALSE(a.contains("abstract"));
  CHECK(a.contains("title"));
  REQUIRE(a["full_text"]["sections"].size() >= 1);
  CHECK(a["full_text"]["sections"][0]["heading"] == "Results");
  CHECK(a["full_text"]["sections"][0]["text"].get<std::string>().find("Of 412") == 0);
  CHECK(a["similar"]["items"].size() > 2);
  CHECK(a["annotations"]["entities"].size() > 0);
  CHECK(a["references"]["total"] == 0);
}

TEST_CASE("a small budget gives pages that join to the whole") {
  test::SampleProgram sample;
  Json arguments = {{"ids", {"90000002", "90000011", "90000005"}},
                    {"include", {"record", "full_text", "references", "similar"}}};
  arguments["max_response_tokens"] = 100'000;
  const Json whole = get_records(sample, arguments);
  CHECK_FALSE(whole.contains("next_cursor"));
  arguments["max_response_tokens"] = 1200;
  std::set<std::string> headings;
  std::set<std::string> seen;
  std::size_t pages = 0;
  for (Json page = get_records(sample, arguments);; page = get_records(sample, arguments)) {
    REQUIRE(++pages < 60);
    for (const Json& a : page["articles"]) {
      seen.insert(a["pmid"].get<std::string>());
      if (!a.contains("full_text") || !a["full_text"].contains("sections")) continue;
      for (const Json& s : a["full_text"]["sections"]) {
        headings.insert(a["pmid"].get<std::string>() + " " + s["heading"].get<std::string>());
      }
    }
    if (!page.contains("next_cursor")) break;
    arguments["cursor"] = page["next_cursor"];
  }
  CHECK(pages > 2);
  CHECK(seen.size() == 3);
  std::set<std::string> expected;
  for (const Json& a : whole["articles"]) {
    if (!a["full_text"].contains("sections")) continue;
    for (const Json& s : a["full_text"]["sections"]) {
      expected.insert(a["pmid"].get<std::string>() + " " + s["heading"].get<std::string>());
    }
  }
  CHECK(headings == expected);
}

TEST_CASE("the answer stays within its budget, the text says the same") {
  test::SampleProgram sample;
  for (const int tokens : {1500, 4000, 10'000}) {
    const mcp::ToolResult result = sample.call(
        "get_articles", {{"ids", {"90000002", "90000001", "90000003", "90000004", "90000011"}},
                         {"include", {"record", "full_text", "similar"}},
                         {"max_response_tokens", tokens}});
    REQUIRE_FALSE(result.is_error);
    CAPTURE(tokens);
    CHECK(text::code_points(result.structured) / 4 <= static_cast<std::size_t>(tokens) + 60);
    CHECK(text::code_points(result.text) / 4 <= static_cast<std::size_t>(tokens) + 60);
    CHECK(result.text.find("90000002") != std::string::npos);
  }
}

TEST_CASE("retracted papers say so in the text") {
  test::SampleProgram sample;
  const mcp::ToolResult result = sample.call("get_articles", {{"ids", {"90000012"}}});
  CHECK(result.text.find("RETRACTED") != std::string::npos);
  CHECK(result.text.find("90000013") != std::string::npos);
  const Json out = *parse_json(result.structured);
  CHECK(out["articles"][0]["related"][0]["type"] == "has_notice");
}
