#include "pipeline/output/evidence_plots.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"

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
  const std::string svg = forest_plot(s);
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
    std::ofstream(std::string(folder) + "/forest.svg") << forest_plot(synthesis_of(12));
    std::ofstream(std::string(folder) + "/funnel.svg") << funnel_plot(synthesis_of(12));
    std::ofstream(std::string(folder) + "/direction.svg") << direction_plot(synthesis_of(12));
  }
}

TEST_CASE("A plot is only drawn of what there is") {
  CHECK(funnel_plot(synthesis_of(1)).empty());
  CHECK(times_in(funnel_plot(synthesis_of(5)), "<circle") == 5);
  CHECK(direction_plot(synthesis_of(0)).empty());
  CHECK(has(direction_plot(synthesis_of(3)), "Sign test: p = "));
  CHECK(has(forest_plot(synthesis_of(0)), "No study could be pooled."));
}

TEST_CASE("Ratios are shown on their own scale") {
  CHECK(estimate_text(synthesis::Measure::odds_ratio, 0, {std::log(0.5), std::log(2)}) ==
        "1.00 (0.50 to 2.00)");
  CHECK(estimate_text(synthesis::Measure::mean_difference, -0.001, {-1, 1}) ==
        "0.00 (-1.00 to 1.00)");
}
