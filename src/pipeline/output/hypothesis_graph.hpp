// All hypotheses of a run as one drawn graph: drug, target, pathway and effect in columns, an edge
// per link, signed (arrow: more, bar: less), as thick as the weight of its support, with its status
// in line, colour and words. Inline SVG without script or outer style sheet needs; the same is said
// in its description and in a table. `hypotheses` as in a run's document. Pure functions.
#pragma once

#include "base/json.hpp"

#include <string>

namespace ev::output {

// "" when no hypothesis has a link.
std::string hypothesis_graph(const Json& hypotheses);
// The same edges as a table.
std::string link_table(const Json& hypotheses);

}  // namespace ev::output
