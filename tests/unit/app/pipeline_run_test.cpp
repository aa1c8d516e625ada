#include "app/pipeline_run.hpp"

#include "base/text.hpp"
#include "pipeline/output/report.hpp"
#include "pipeline/output/terminal.hpp"
#include "pipeline/search/federated.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace ev;

namespace {

Json run(test::SampleProgram& sample, const std::string& question) {
  app::Program& program = sample.program();
  const app::RunOptions options{.question = question,
                                .sources = search::default_sources(program.config()),
                                .max_records = 50,
                                .as_of = "2026-11-21",
                                .sample = true};
  return app::run_pipeline(program.services(), options, {}, program.command_line_context()).value();
}

const std::string kQuestion = "Does metformin slow cognitive decline in Alzheimer disease?";

// The slice of a text between two code points.
std::string slice_of(const std::string& s, int start, int end) {
  return std::string(
      text::slice(s, static_cast<std::size_t>(start), static_cast<std::size_t>(end)));
}

}  // namespace

TEST_CASE("a question on the sample ends in ranked, quoted evidence and a quoted mechanism") {
  test::SampleProgram sample;
  const Json evidence = run(sample, kQuestion);
  CHECK(evidence["sample"] == true);
  REQUIRE(evidence["articles"].size() >= 10);
  int rank = 0;
  int quoted = 0;
  for (const Json& row : evidence["articles"]) {
    CHECK(row["rank"] == ++rank);
    for (const auto& [name, cell] : row["extraction_metadata"].items()) {
      if (cell.value("status", "") != "found" || !cell.contains("start")) continue;
      const Json& source = row["article"].value(cell["text"].get<std::string>(), Json());
      if (!source.is_string()) continue;
      CHECK(slice_of(source, cell["start"], cell["end"]) == cell["quote"]);
      ++quoted;
    }
  }
  CHECK(quoted > 40);
  const Json mechanism = run(sample, "metformin alzheimer");
  REQUIRE_FALSE(mechanism["assessment"]["hypotheses"].empty());
  for (const Json& hypothesis : mechanism["assessment"]["hypotheses"]) {
    for (const Json& link : hypothesis["links"]) CHECK_FALSE(link["evidence"].empty());
  }
}

TEST_CASE("the first query that finds enough is used, and says which it was") {
  test::SampleProgram sample;
  const Json evidence = run(sample, kQuestion);
  const Json& query = evidence["query"];
  REQUIRE(query.contains("choice"));
  CHECK(query["choice"].get<std::string>().starts_with("the first of "));
  long most = query["result_count"].get<long>();
  for (const Json& other : query["other_queries"]) {
    if (other["result_count"].is_number()) {
      most = std::max(most, other["result_count"].get<long>());
    }
  }
  CHECK(query["result_count"].get<long>() >= std::min(20L, (most + 1) / 2));
}

TEST_CASE("a comparison of two arms is content with fewer records") {
  CHECK(app::records_enough("Zebrafen versus gnomol in stroke", 2) == 10);
  CHECK(app::records_enough("Does zebrafen do more THAN gnomol?", 2) == 10);
  CHECK(app::records_enough("Zebrafen versus placebo in stroke", 1) == 20);
  CHECK(app::records_enough("Zebrafen and gnomol in stroke", 2) == 20);
}

TEST_CASE("a retracted paper stays in the list, marked, last, with score 0, and supports nothing") {
  test::SampleProgram sample;
  const Json evidence = run(sample, kQuestion);
  bool seen = false;
  for (const Json& row : evidence["articles"]) {
    if (row["article"]["pmid"] != "90000012") continue;
    seen = true;
    CHECK(row["article"]["retraction"]["status"] == "retracted");
    CHECK(row["final_score"] == 0);
  }
  CHECK(seen);
  CHECK(evidence["claim_result"]["excluded_retracted"].dump().find("90000012") !=
        std::string::npos);
  const Json mechanism = run(sample, "metformin alzheimer");
  for (const Json& hypothesis : mechanism["assessment"]["hypotheses"]) {
    CHECK(dump_json(hypothesis["supporting_evidence"]).find("90000012") == std::string::npos);
  }
}

TEST_CASE("the same question gives the same document, byte for byte", "[exhaustive]") {
  test::SampleProgram first;
  test::SampleProgram second;
  const std::string once = dump_json(run(first, kQuestion));
  CHECK(dump_json(run(first, kQuestion)) == once);
  CHECK(dump_json(run(second, kQuestion)) == once);
}

TEST_CASE("a question nothing is known about ends with an empty list that says so") {
  test::SampleProgram sample;
  const Json evidence = run(sample, "zanamivir for influenza");
  CHECK(evidence["articles"].empty());
  CHECK(dump_json(evidence["warnings"]).find("no record was found") != std::string::npos);
}

TEST_CASE("what the query gave up stands under the query, an absent drug first of all") {
  test::SampleProgram sample;
  const Json evidence = run(sample, "Does zorblatinib slow Alzheimer's disease?");
  const Json& query = evidence.at("query");
  CHECK(query.at("absent_drug") == "zorblatinib");
  CHECK(query.at("relaxed").at("dropped") == Json({"zorblatinib"}));
  const std::string shown = output::terminal_ranking(evidence, {});
  CHECK(shown.starts_with("“zorblatinib” occurs nowhere in the built-in sample"));
  const std::size_t at = shown.find("\nRelaxed: nothing matched all of: zorblatinib");
  REQUIRE(at != std::string::npos);
  CHECK(at > shown.find("\nQuery: "));
  CHECK(at < shown.find("\nFound "));
  CHECK(output::html_report(evidence).find("<strong>Relaxed:</strong> nothing matched all of") !=
        std::string::npos);
  int alternatives = 0;
  for (const Json& warning : evidence.at("warnings")) {
    if (warning.get<std::string>().find("alternatives") != std::string::npos) ++alternatives;
  }
  CHECK(alternatives <= 1);
}
