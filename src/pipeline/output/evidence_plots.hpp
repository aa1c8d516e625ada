// Plots of a synthesis as SVG: the forest plot (every study with its numbers, the pooled estimate
// and the prediction interval), the funnel plot, and the effect-direction plot for studies that
// cannot be pooled. Each stands by itself: text is text, colours follow the reader's light or dark
// scheme and print black on white, a title and a description tell a screen reader what is shown.
// Untrusted labels are escaped. Pure functions.
#pragma once

#include "pipeline/synthesis/synthesis.hpp"

#include <string>

namespace ev::output {

std::string forest_plot(const synthesis::Synthesis& synthesis);
// "" with fewer than two studies.
std::string funnel_plot(const synthesis::Synthesis& synthesis);
// "" when no study has a direction.
std::string direction_plot(const synthesis::Synthesis& synthesis);

// "0.82 (0.71 to 0.95)" on the measure's own scale.
std::string estimate_text(synthesis::Measure measure, double estimate, synthesis::Range ci);

}  // namespace ev::output
