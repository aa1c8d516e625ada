#include "pipeline/output/synthesis_report.hpp"

#include "pipeline/output/evidence_plots.hpp"
#include "pipeline/output/report.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace ev;
using namespace ev::output;

namespace {

synthesis::Synthesis pooled_of(int k) {
  std::vector<synthesis::StudyResult> studies;
  for (int i = 0; i < k; ++i) {
    synthesis::StudyResult s{.id = std::to_string(90000001 + i),
                             .label = "Invented <b> " + std::to_string(1990 + i),
                             .outcome = "fever"};
    s.quote = "Fever in 5 of 40 & 10 of 41.";
    s.intervention = {.name = "zinc", .n = 40.0, .events = 5.0 + i % 3};
    s.comparator = {.name = "placebo", .n = 41.0, .events = 10.0 + i % 4};
    studies.push_back(s);
  }
  studies.push_back({.id = "90000099", .label = "Without numbers", .outcome = "fever"});
  auto made = synthesis::synthesize(std::move(studies), {}, Context{});
  REQUIRE(made);
  return *std::move(made);
}

}  // namespace

TEST_CASE("The page of a synthesis shows plots, every study with its quote, and what is left out") {
  const SynthesisPage page{.title = "Does zinc help?",
                           .outcomes = {pooled_of(10)},
                           .certainty = {"certainty: low"},
                           .flow = "<svg id=\"flow-drawing\"></svg>"};
  const std::string html = synthesis_report(page);
  for (const char* part : {"Forest plot: fever", "Funnel plot: fever", "Fever in 5 of 40 &amp; 10",
                           "PMID 90000003", "Without numbers", "Not pooled", "certainty: low",
                           "flow-drawing", "zinc: n 40, events 5"}) {
    INFO(part);
    CHECK(ev::has(html, part));
  }
  CHECK_FALSE(ev::has(html, "<b> 19"));
  CHECK_FALSE(ev::has(html, "<script"));
  CHECK_FALSE(ev::has(html, "Built-in sample"));
  CHECK(html == synthesis_report(page));
}

TEST_CASE("A plot is listed only where it says something") {
  const auto kinds = [](const synthesis::Synthesis& s) {
    std::vector<std::string> out;
    for (const Plot& plot : plots_of(s)) out.push_back(plot.kind);
    return out;
  };
  CHECK(kinds(pooled_of(10)) == std::vector<std::string>{"forest", "funnel", "direction"});
  CHECK(kinds(pooled_of(3)) == std::vector<std::string>{"forest", "direction"});
  CHECK(kinds(pooled_of(0)).empty());
}

TEST_CASE("A report shows the forest plot of the estimate its answer is pooled from") {
  Json document = {
      {"question", "Does zinc help?"},
      {"answer", {{"verdict", "supported"}, {"text", "Yes."}, {"best_estimate", "pooled RR 0.55"}}},
      {"claim_result", {{"by_outcome", Json::array()}}}};
  CHECK_FALSE(ev::has(html_report(document), "Forest plot: fever"));
  document["claim_result"]["pooled"] = to_json(forest_of(pooled_of(3)));
  const std::string html = html_report(document);
  CHECK(ev::has(html, "Forest plot: fever"));
  CHECK(ev::has(html, "Invented &lt;b&gt; 1990"));
  document["claim_result"]["pooled"]["measure"] = "none such";
  CHECK_FALSE(ev::has(html_report(document), "Forest plot: fever"));
}
