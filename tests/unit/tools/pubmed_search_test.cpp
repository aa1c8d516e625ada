#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace ev;

TEST_CASE("a search gives whole records, a handle, and PubMed's reading of the query") {
  test::SampleProgram sample;
  const Json found = sample.structured(
      "pubmed_search",
      {{"search_query", "metformin[tiab] AND alzheimer[tiab]"}, {"max_results", 5}});
  CHECK(found["total_results"] > 5);
  REQUIRE(found["articles"].size() == 5);
  CHECK(found["result_set"].get<std::string>().substr(0, 3) == "rs-");
  CHECK_FALSE(found["search_metadata"]["query_translation"].get<std::string>().empty());
  CHECK(found["articles"][0].contains("abstract"));
  CHECK_FALSE(found["articles"][0].contains("author_details"));
  CHECK(found.contains("next_cursor"));
}

TEST_CASE("following the cursor shows every hit exactly once") {
  test::SampleProgram sample;
  Json arguments = {{"search_query", "metformin"}, {"max_results", 4}, {"detail", "row"}};
  std::set<std::string> seen;
  std::size_t shown = 0;
  long total = 0;
  for (int page = 0; page < 20; ++page) {
    const Json found = sample.structured("pubmed_search", arguments);
    total = found["total_results"];
    for (const Json& a : found["articles"]) seen.insert(a["pmid"]);
    shown += found["articles"].size();
    if (!found.contains("next_cursor")) break;
    arguments["cursor"] = found["next_cursor"];
  }
  CHECK(shown == static_cast<std::size_t>(total));
  CHECK(seen.size() == shown);
}

TEST_CASE("zero hits are a success that names the empty part and a query to try") {
  test::SampleProgram sample;
  const mcp::ToolResult result =
      sample.call("pubmed_search", {{"search_query", "metformin[tiab] AND qwertyuiop[tiab]"}});
  REQUIRE_FALSE(result.is_error);
  const Json found = *parse_json(result.structured);
  CHECK(found["total_results"] == 0);
  CHECK(found["articles"].empty());
  const std::string warnings = dump_json(found["warnings"]);
  CHECK(warnings.find("no_results") != std::string::npos);
  CHECK(warnings.find("qwertyuiop") != std::string::npos);
  CHECK(found["relaxed_query"].get<std::string>().find("qwertyuiop") == std::string::npos);
}

TEST_CASE("a date range that empties the search is named and left out of the query to try") {
  test::SampleProgram sample;
  const mcp::ToolResult result = sample.call(
      "pubmed_search", {{"search_query", "carvedilol"},
                        {"date_range", {{"start_date", "1850"}, {"end_date", "1851"}}}});
  REQUIRE_FALSE(result.is_error);
  const Json found = *parse_json(result.structured);
  CHECK(found["total_results"] == 0);
  CHECK(found["relaxed_query"] == "carvedilol");
  const std::string warnings = dump_json(found["warnings"]);
  CHECK(warnings.find("1850:1851[dp]") != std::string::npos);
  CHECK(warnings.find("leave out date_range") != std::string::npos);
  CHECK(result.text.find("Try: `carvedilol` without date_range") != std::string::npos);
}

TEST_CASE("a retracted paper is marked, its notice is not the paper") {
  test::SampleProgram sample;
  const Json found = sample.structured("pubmed_search",
                                       {{"search_query", "90000012 90000013"}, {"max_results", 5}});
  REQUIRE(found["articles"].size() == 2);
  for (const Json& a : found["articles"]) {
    CHECK(a["retraction"]["status"] == (a["pmid"] == "90000012" ? "retracted" : "notice"));
  }
}

TEST_CASE("asked-for fields come with the record, absent ones as empty lists") {
  test::SampleProgram sample;
  const Json found = sample.structured(
      "pubmed_search", {{"search_query", "90000001"},
                        {"fields", {"affiliations", "grants", "references", "citation_count"}}});
  const Json& a = found["articles"][0];
  CHECK(a["author_details"][0]["affiliations"].size() == 1);
  CHECK(a["grants"][0]["id"] == "EX-1001");
  CHECK(a["references"] == Json::array());
  CHECK(a["citation_count"].is_number_integer());
}

TEST_CASE("offline, a search that is not in the cache is answered by the local library") {
  test::SampleProgram sample;
  const Json arguments = {{"search_query", "carvedilol"}, {"offline", true}};
  const Json cold = sample.structured("pubmed_search", arguments);
  CHECK(cold["total_results"] == 0);
  CHECK(cold["search_metadata"]["api_version"] == "local library");
  CHECK(dump_json(cold["warnings"]).find("PubMed was not asked") != std::string::npos);

  // What was fetched is part of the library, whatever it was found by.
  const std::size_t fetched =
      sample
          .structured("pubmed_search",
                      {{"search_query", "heart failure AND carvedilol"}})["articles"]
          .size();
  REQUIRE(fetched > 3);
  CHECK(sample.structured("pubmed_search", arguments)["articles"].size() == fetched);
}
