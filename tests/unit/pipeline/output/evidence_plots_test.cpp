#include "pipeline/output/evidence_plots.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace ev;
using namespace ev::output;

namespace {

synthesis::Synthesis synthesis_of(int k) {
  std::vector<synthesis::StudyResult> studies;
  for (int i = 0; i < k; ++i) {
    synthesis::StudyResult s{.id = std::to_string(i),
                             .label = "Invented & others " + std::to_string(1990 + i),
                             .outcome = "cramps <all>",
                             .randomized = true};
    s.intervention = {.name = "tea", .n = 40.0 + 30 * i, .events = 5.0 + 3 * i};
    s.comparator = {.name = "water", .n = 41.0 + 30 * i, .events = 10.0 + 3 * i + i % 3};
    studies.push_back(s);
  }
  auto made = synthesis::synthesize(std::move(studies), {}, Context{});
  REQUIRE(made);
  return *std::move(made);
}

std::size_t times_in(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("A forest plot shows every study, the pooled estimate and the prediction interval") {
  const auto s = synthesis_of(4);
  const std::string svg = forest_plot(forest_of(s));
  CHECK(times_in(svg, "class=\"mark\"") >= 4);
  CHECK(times_in(svg, "class=\"pool\"") == 2);
  CHECK(has(svg, "Random-effects model"));
  CHECK(has(svg, "Prediction interval"));
  CHECK(has(svg, ">5/40<"));
  CHECK(has(svg, estimate_text(s.measure, s.pooled->estimate, s.pooled->ci)));
  // Labels are untrusted text.
  CHECK(has(svg, "Invented &amp; others 1990"));
  CHECK(has(svg, "cramps &lt;all&gt;"));
  CHECK_FALSE(has(svg, "<all>"));
  // For screen readers.
  CHECK(has(svg, "role=\"img\""));
  CHECK(has(svg, "<desc>4 studies; pooled RR "));
  if (const char* folder = std::getenv("EV_PLOTS_DIR")) {
    std::ofstream(std::string(folder) + "/forest.svg") << forest_plot(forest_of(synthesis_of(12)));
    std::ofstream(std::string(folder) + "/funnel.svg") << funnel_plot(synthesis_of(12));
    std::ofstream(std::string(folder) + "/direction.svg") << direction_plot(synthesis_of(12));
  }
}

TEST_CASE("A plot is only drawn of what there is") {
  CHECK(funnel_plot(synthesis_of(1)).empty());
  CHECK(times_in(funnel_plot(synthesis_of(5)), "<circle") == 5);
  CHECK(direction_plot(synthesis_of(0)).empty());
  CHECK(has(direction_plot(synthesis_of(3)), "Sign test: p = "));
  CHECK(has(forest_plot(forest_of(synthesis_of(0))), "No study could be pooled."));
}

TEST_CASE("Ratios are shown on their own scale") {
  CHECK(estimate_text(synthesis::Measure::odds_ratio, 0, {std::log(0.5), std::log(2)}) ==
        "1.00 (0.50 to 2.00)");
  CHECK(estimate_text(synthesis::Measure::mean_difference, -0.001, {-1, 1}) ==
        "0.00 (-1.00 to 1.00)");
}

TEST_CASE("The numbers of one estimate have the same decimals, as many as its interval is narrow") {
  using synthesis::Measure;
  CHECK(estimate_text(Measure::mean_difference, 0.0123, {0.0101, 0.0145}) ==
        "0.0123 (0.0101 to 0.0145)");
  CHECK(estimate_text(Measure::risk_difference, 0.01, {-0.01, 0.03}) == "0.010 (-0.010 to 0.030)");
  CHECK(range_text(Measure::odds_ratio, {std::log(0.4662), std::log(0.7211)}) == "0.47 to 0.72");
  CHECK(range_text(Measure::mean_difference, {-12.345, 3}) == "-12.35 to 3.00");
  synthesis::Pooled pooled;
  CHECK(prediction_text(Measure::odds_ratio, pooled).empty());
  pooled.prediction = synthesis::Range{std::log(0.4662), std::log(0.7211)};
  CHECK(prediction_text(Measure::odds_ratio, pooled) == ", prediction interval 0.47 to 0.72");
}

TEST_CASE("What a forest plot shows comes back from a document as it was") {
  const Forest forest = forest_of(synthesis_of(4));
  const auto again = forest_from_json(to_json(forest));
  REQUIRE(again);
  CHECK(forest_plot(*again) == forest_plot(forest));
  CHECK_FALSE(forest_from_json(Json()));
  Json broken = to_json(forest);
  broken["rows"][1]["ci"] = Json::array({-1, 2});  // of a ratio
  CHECK_FALSE(forest_from_json(broken));
}

TEST_CASE("A long label of a study keeps its year") {
  Forest forest = forest_of(synthesis_of(2));
  forest.rows[0].label = "Somebody-Withalongname and her many colleagues, 1999";
  CHECK(has(forest_plot(forest), "… 1999<"));
  forest.rows[0].label = std::string(200, 'x');
  CHECK(has(forest_plot(forest), "x…<"));
}

TEST_CASE("A narrow axis of ratios still has values at its ticks") {
  Forest forest = forest_of(synthesis_of(3));
  for (ForestRow& row : forest.rows) {
    row.effect = std::log(0.85);
    row.ci = {std::log(0.7), std::log(1.05)};
  }
  forest.pooled.reset();
  const std::string svg = forest_plot(forest);
  CHECK(has(svg, ">0.8<"));
  CHECK(has(svg, ">0.9<"));
  CHECK(has(svg, ">1<"));
}

TEST_CASE("A prediction interval that goes on beyond the axis ends in arrows") {
  Forest forest = forest_of(synthesis_of(3));
  forest.prediction = synthesis::Range{std::log(0.6), std::log(0.9)};
  const std::size_t without = times_in(forest_plot(forest), "<polygon");
  forest.prediction = synthesis::Range{std::log(0.001), std::log(1000)};
  CHECK(times_in(forest_plot(forest), "<polygon") == without + 2);
}
