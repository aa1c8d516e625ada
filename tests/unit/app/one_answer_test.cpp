// One question, one verdict: run, run_research and test_hypothesis over the same records.
#include "app/pipeline_run.hpp"
#include "base/text.hpp"
#include "pipeline/output/report.hpp"
#include "pipeline/output/terminal.hpp"
#include "pipeline/search/federated.hpp"
#include "support/catch.hpp"
#include "support/sample_program.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Json answered(test::SampleProgram& sample, const std::string& question) {
  app::Program& program = sample.program();
  const app::RunOptions options{.question = question,
                                .sources = search::default_sources(program.config()),
                                .as_of = "2026-11-21",
                                .sample = true};
  return app::run_pipeline(program.services(), options, {}, program.command_line_context()).value();
}

// What has to be the same: all but how many quotes are shown.
Json told(Json result) {
  result.erase("articles");
  result.erase("evidence_omitted");
  return result;
}

Json claimed(test::SampleProgram& sample, const std::string& claim, const Json& result_set) {
  return sample.structured("test_hypothesis", {{"claim", claim}, {"result_set", result_set}})
      .at("claim_result");
}

Json article(int id, const std::string& abstract) {
  return {{"pmid", std::to_string(90100000 + id)},
          {"title", "Invented study number " + std::to_string(id)},
          {"publication_types", {"Randomized Controlled Trial"}},
          {"abstract", abstract}};
}

}  // namespace

TEST_CASE("run, run_research and test_hypothesis say the same of the same records") {
  for (const std::string question :
       {"Does metformin slow cognitive decline in Alzheimer disease?",
        "Does metformin prevent Alzheimer disease?",
        "Does carvedilol reduce mortality in heart failure?",
        "Is carvedilol harmful in heart failure?", "Does metformin improve memory?"}) {
    INFO(question);
    test::SampleProgram sample;
    const Json whole = answered(sample, question);
    const Json of_run = claimed(sample, question, whole.at("result_set"));
    CHECK(told(whole.at("claim_result")) == told(of_run));
    CHECK(whole.at("answer").at("verdict") == of_run.at("verdict"));
    CHECK(whole.at("answer").at("text") == of_run.at("answer").at("text"));
    const Json research = sample.structured(
        "run_research", {{"question", question}, {"as_of", "2026-11-21"}, {"max_rounds", 1}});
    CHECK(told(research.at("claim_result")) ==
          told(claimed(sample, question, research.at("result_set"))));
    CHECK(research.at("answer").at("verdict") == research.at("claim_result").at("verdict"));
  }
}

TEST_CASE("a comparison and the claim it bears out have one verdict and one count") {
  test::SampleProgram sample;
  const Json articles = {
      article(1, "Falls were less frequent with vitamin D than with placebo (12% vs 20%, p=0.01)."),
      article(2, "Vitamin D reduced falls compared with placebo (RR 0.70, 95% CI 0.55 to 0.90)."),
      article(3, "Vitamin D reduced falls more than placebo did (p<0.001)."),
      article(4, "Vitamin D did not reduce falls compared with placebo (p=0.60).")};
  const Json comparison = sample.structured(
      "test_hypothesis",
      {{"comparison",
        {{"intervention", "vitamin D"}, {"comparator", "placebo"}, {"outcome", "falls"}}},
       {"articles", articles}})["comparison_result"];
  const Json claim = sample.structured("test_hypothesis",
                                       {{"claim", "Vitamin D reduces falls compared with placebo"},
                                        {"articles", articles}})["claim_result"];
  INFO(comparison.dump());
  INFO(claim.dump());
  CHECK(comparison["direction"] == "decreased");
  for (const char* member :
       {"verdict", "for", "against", "mixed", "no_effect", "read", "certainty"})
    CHECK(comparison[member] == claim[member]);
}

TEST_CASE("a clinical question has no hypotheses and no score of mechanisms") {
  test::SampleProgram sample;
  const std::string question = "Does carvedilol reduce mortality in heart failure?";
  const Json whole = answered(sample, question);
  CHECK(whole.at("rubric") == "clinical");
  CHECK(whole.at("assessment").is_null());
  const Json research = sample.structured(
      "run_research", {{"question", question}, {"as_of", "2026-11-21"}, {"max_rounds", 1}});
  CHECK(research.at("hypotheses").empty());
  CHECK_FALSE(research.at("judgement").contains("mechanism_score"));
  CHECK(research.at("judgement").at("reason").get<std::string>().find("hypothesis") ==
        std::string::npos);
  const Json asked = answered(sample, "By which mechanism does metformin slow cognitive decline?");
  CHECK(asked.at("rubric") == "mechanism");
  CHECK(asked.at("assessment").is_object());
}

TEST_CASE("the answer stands first, then the table, the quotes and what was not counted") {
  test::SampleProgram sample;
  const Json whole =
      answered(sample, "Does metformin slow cognitive decline in Alzheimer disease?");
  const std::string shown = output::terminal_ranking(whole, {});
  const std::size_t answer = shown.find("\nAnswer: ");
  REQUIRE(answer != std::string::npos);
  CHECK(answer < shown.find("\n  For: "));
  CHECK(shown.find("\n  For: ") < shown.find("\n  Not counted: "));
  CHECK(shown.find("\n  Not counted: ") < shown.find("\nQuery: "));
  CHECK(shown.find("90000012") != std::string::npos);  // retracted, named
  const std::string html = output::html_report(whole);
  CHECK(html.find("id=\"answer\"") < html.find("The search found"));
  CHECK(html.find("<main><section aria-labelledby=\"answer\"") != std::string::npos);
}

TEST_CASE("what only mentions the question is counted, and listed with detail full") {
  test::SampleProgram sample;
  const std::string claim = "Metformin slows cognitive decline";
  const Json handle = answered(sample, claim).at("result_set");
  const auto with = [&](const char* detail) {
    const mcp::ToolResult result = sample.call(
        "test_hypothesis", {{"claim", claim}, {"result_set", handle}, {"detail", detail}});
    CHECK(text::code_points(result.text) <= 16'000);
    return parse_json(result.structured).value().at("claim_result");
  };
  const Json standard = with("standard");
  for (const Json& record : standard["articles"]) {
    CHECK(record["stance"] != "mentions");
    CHECK(record["stance"] != "unread");
  }
  const Json full = with("full");
  CHECK(full["mentions"] == standard["mentions"]);
  CHECK(full["articles"].size() > standard["articles"].size());
}
