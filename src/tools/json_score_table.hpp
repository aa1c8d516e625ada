// Tables of scores as JSON text, as sets stored them before score_table.hpp wrote bytes: read as
// long as such sets live. Pure functions.
#pragma once

#include "base/result.hpp"
#include "tools/score_table.hpp"

#include <string_view>

namespace ev::tools {

Result<StoredScores> read_json_score_table(std::string_view table);

}  // namespace ev::tools
