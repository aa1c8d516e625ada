// Plots of a synthesis as SVG: the forest plot (every study with its numbers, the pooled estimate
// and the prediction interval), the funnel plot, and the effect-direction plot for studies that
// cannot be pooled. Each stands by itself: text is text, colours follow the reader's light or dark
// scheme and print black on white, a title and a description tell a screen reader what is shown.
// Untrusted labels are escaped. Pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/synthesis/synthesis.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::output {

// What a forest plot shows; effects on the pooling scale.
struct ForestRow {
  std::string label, intervention, comparator;  // of the arms: "12/40"
  double effect = 0;
  synthesis::Range ci;
  double weight = 0;  // percent
};
struct Forest {
  std::string outcome;
  synthesis::Measure measure = synthesis::Measure::generic;
  std::vector<ForestRow> rows;
  bool random = true;  // effects
  std::optional<double> pooled;
  synthesis::Range ci;  // of `pooled`
  std::optional<synthesis::Range> prediction;
  std::string heterogeneity;  // in words and figures
};
Forest forest_of(const synthesis::Synthesis& synthesis);
// For a document a report is made of; nullopt for what is none.
Json to_json(const Forest& forest);
std::optional<Forest> forest_from_json(const Json& json);

std::string forest_plot(const Forest& forest);
// "" with fewer than two studies.
std::string funnel_plot(const synthesis::Synthesis& synthesis);
// "" when no study has a direction.
std::string direction_plot(const synthesis::Synthesis& synthesis);

// "0.82 (0.71 to 0.95)" and "0.71 to 0.95" on the measure's own scale: as many decimals as the
// interval has meaning for, two at least.
std::string estimate_text(synthesis::Measure measure, double estimate, synthesis::Range ci);
std::string range_text(synthesis::Measure measure, synthesis::Range range);
// ", prediction interval 0.58 to 1.12" behind an estimate; "" without one.
std::string prediction_text(synthesis::Measure measure, const synthesis::Pooled& pooled);

}  // namespace ev::output
