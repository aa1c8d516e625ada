#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"
#include "tools/answer.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <string>

using namespace ev;

namespace {

const Json kQuestion = {{"query", "Does metformin help in Alzheimer's disease?"}};

std::string path_of(test::SampleProgram& sample, Json more) {
  Json arguments = kQuestion;
  arguments.update(more);
  const mcp::ToolResult result = sample.call("search_evidence", arguments);
  REQUIRE(result.is_error);
  return (*parse_json(result.structured))["error"].value("path", "");
}

}  // namespace

TEST_CASE("a question travels to every source; a work comes back once") {
  test::SampleProgram sample;
  Json arguments = kQuestion;
  arguments["max_response_tokens"] = 200'000;
  const Json out = sample.structured("search_evidence", arguments);
  REQUIRE(out["source_status"].size() == 4);
  for (const Json& status : out["source_status"]) {
    INFO(status.dump());
    CHECK(status["status"] == "ok");
    CHECK(status["returned"] > 0);
    CHECK_FALSE(status["query_sent"].get<std::string>().empty());
  }
  CHECK(out["sources_searched"] == Json({"pubmed", "europepmc", "openalex", "clinicaltrials"}));
  CHECK(out["errors"].empty());
  CHECK(out["dedup"]["after"] == out["total_found"]);
  CHECK(out["dedup"]["merged"] > 0);
  REQUIRE(out["evidence"].size() == out["total_found"]);
  std::set<std::string> ids;
  std::size_t merged = 0;
  double before = 1;
  for (const Json& e : out["evidence"]) {
    for (const auto& [kind, id] : e["metadata"]["ids"].items()) {
      CHECK(ids.insert(kind + " " + id.dump()).second);
    }
    merged += e["metadata"].contains("merged_from") ? 1 : 0;
    CHECK(e["relevance"] <= before);
    before = e["relevance"];
    CHECK_FALSE(e["content"].get<std::string>().empty());
    CHECK(e["metadata"].contains("retraction"));
    CHECK(e["citation"]["formatted"].get<std::string>().find("..") == std::string::npos);
  }
  CHECK(merged > 0);
  CHECK(before > 0);
}

TEST_CASE("one source, PubMed syntax and dates are kept") {
  test::SampleProgram sample;
  const Json out =
      sample.structured("search_evidence", {{"query", "metformin[tiab] AND cognit*[tiab]"},
                                            {"sources", {"pubmed"}},
                                            {"max_results_per_tool", 2},
                                            {"date_range", {{"start_date", "2019"}}},
                                            {"detail", "row"}});
  REQUIRE(out["source_status"].size() == 1);
  CHECK(out["source_status"][0]["query_sent"] ==
        "metformin[tiab] AND cognit*[tiab] AND 2019:3000[dp]");
  CHECK(out["evidence"].size() <= 2);
  for (const Json& row : out["evidence"]) {
    CHECK(row["year"] >= 2019);
    CHECK(row["source"] == "pubmed");
    CHECK(text::code_points(dump_json(row)) <= tools::kRowCharacters);
  }
}

TEST_CASE("preprints stay away when they are not wanted") {
  test::SampleProgram sample;
  Json arguments = kQuestion;
  arguments["max_results_per_source"] = 50;
  arguments["max_response_tokens"] = 500'000;
  const auto preprints = [&sample](const Json& args) {
    std::size_t n = 0;
    const Json out = sample.structured("search_evidence", args);
    for (const Json& e : out["evidence"]) n += e["metadata"].value("is_preprint", false) ? 1 : 0;
    return n;
  };
  CHECK(preprints(arguments) > 0);
  arguments["include_preprints"] = false;
  CHECK(preprints(arguments) == 0);
}

TEST_CASE("the handle carries the merged records to the next steps") {
  test::SampleProgram sample;
  const Json out = sample.structured("search_evidence", kQuestion);
  const Json features = sample.structured(
      "pubmed_extract_features",
      {{"result_set", out["result_set"]}, {"extraction_schema", {{"sample_size", "number"}}}});
  CHECK(features["extractions"].size() +
            (features.contains("deferred") ? features["deferred"].size() : 0) ==
        out["total_found"]);
  // The same question, the same bytes: the handle is named by content.
  CHECK(sample.structured("search_evidence", kQuestion)["result_set"] == out["result_set"]);
}

TEST_CASE("nothing found is a success with a warning; what is no query is refused") {
  test::SampleProgram sample;
  const Json none = sample.structured("search_evidence", {{"query", "zzzqqq[ti] AND qqqzzz[ti]"}});
  CHECK(none["total_found"] == 0);
  CHECK(none["warnings"].dump().find("no_results") != std::string::npos);
  CHECK(path_of(sample, {{"query", "(metformin[tiab] AND"}}) == "query");
  CHECK(path_of(sample, {{"query", " "}}) == "query");
  CHECK(path_of(sample, {{"sources", {"scholar"}}}).starts_with("sources"));
  CHECK(path_of(sample, {{"date_range", {{"start_date", "2021"}, {"end_date", "2020"}}}}) ==
        "date_range");
  CHECK(path_of(sample, {{"timeout_s", 0}}) == "timeout_s");
}

TEST_CASE("records are enriched, each service named, and no choice is a choice") {
  test::SampleProgram sample;
  Json arguments = kQuestion;
  arguments["max_response_tokens"] = 500'000;
  arguments["max_results_per_source"] = 50;
  arguments["enrich"] = Json::array({"icite", "idconv", "pubtator", "crossref"});
  const Json out = sample.structured("search_evidence", arguments);
  REQUIRE(out["enrichment"].size() == 4);
  for (const Json& report : out["enrichment"]) {
    INFO(report.dump());
    CHECK(report["status"] == "ok");
    CHECK(report["asked"] >= report["known"]);
  }
  CHECK(out["enrichment"][0]["service"] == "icite");
  CHECK(out["enrichment"][0]["known"] > 0);
  bool counted = false;
  bool retracted = false;
  for (const Json& e : out["evidence"]) {
    const Json& metadata = e["metadata"];
    counted = counted || (metadata.contains("citation_counts") &&
                          metadata["citation_counts"].contains("icite"));
    const std::string says = metadata["retraction"].dump();
    retracted = retracted || (says.find("crossref:updated-by") != std::string::npos &&
                              says.find("pubmed:PublicationType") != std::string::npos);
  }
  CHECK(counted);
  CHECK(retracted);
  arguments["enrich"] = Json::array({"none"});
  CHECK(sample.structured("search_evidence", arguments)["enrichment"].empty());
  CHECK(path_of(sample, {{"enrich", Json::array({"scopus"})}}).starts_with("enrich"));
}

TEST_CASE("a service without what it needs is skipped, and says what") {
  test::SampleProgram sample;
  Json arguments = kQuestion;
  arguments["enrich"] = Json::array({"unpaywall"});
  const Json out = sample.structured("search_evidence", arguments);
  REQUIRE(out["enrichment"].size() == 1);
  CHECK(out["enrichment"][0]["status"] == "skipped");
  CHECK(out["enrichment"][0]["error"]["recovery"].get<std::string>().find("UNPAYWALL_EMAIL") !=
        std::string::npos);
  CHECK(out["warnings"].dump().find(
            "unpaywall added nothing (skipped): Unpaywall wants an e-mail address; set "
            "UNPAYWALL_EMAIL") != std::string::npos);
}
