// A synthesis within the budget of an answer. The estimates stay; what goes, goes in this order:
// records that add nothing, rows that are only proposed, quotes, estimates without each study,
// signals of certainty, then studies from the end. Each cut is said, and all of it stands in the
// report the answer names. Pure functions.
#pragma once

#include "base/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ev::tools {

// `room`: bytes of the JSON text. Adds to `warnings` what was left out.
void fit_synthesis(Json& structured, std::size_t room, std::vector<std::string>& warnings);

// Whole lines while they fit, then a line that says so.
std::string fit_lines(const std::string& text, std::size_t room);

}  // namespace ev::tools
