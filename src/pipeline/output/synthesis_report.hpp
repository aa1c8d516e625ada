// A synthesis as one self-contained HTML page: per outcome the pooled estimate, its plots, every
// study with its numbers and the quote or table cell they are from, what was left out and why; then
// the flow of records. No script, nothing loaded from elsewhere, all text of records escaped. Pure
// function: equal input gives equal bytes.
#pragma once

#include "pipeline/synthesis/synthesis.hpp"

#include <string>
#include <vector>

namespace ev::output {

// The plots of an outcome that there is something to show in, by kind.
struct Plot {
  std::string kind;  // "forest" | "funnel" | "direction"
  std::string svg;
};
std::vector<Plot> plots_of(const synthesis::Synthesis& synthesis);

struct SynthesisPage {
  std::string title;
  bool sample = false;
  std::vector<synthesis::Synthesis> outcomes;
  std::vector<std::string> certainty;  // parallel to outcomes; "" where none was judged
  std::string flow;                    // SVG; "" without records
};
std::string synthesis_report(const SynthesisPage& page);

}  // namespace ev::output
