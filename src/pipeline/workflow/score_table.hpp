// The scores of a set as one table of bytes: what a scored set stores instead of a payload per
// record, mostly 15 bytes of each. Exact: what is read back gives the same payloads, digit for
// digit. Pure functions.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "store/result_sets.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// `ids[i]` names the record of scores[i].
std::string score_table(const std::vector<appraise::Score>& scores,
                        const std::vector<std::string_view>& ids,
                        const appraise::Criteria& criteria);
// Rows (item_id, "scored" payload) of a table, in its order.
Result<std::vector<std::pair<std::string, Json>>> read_score_table(std::string_view table,
                                                                   const Context& ctx = {});

// A stored set of stage "scored" with a table is given its rows; every other set is left alone.
Result<void> expand_scores(store::ResultSet& set, const Context& ctx);
// The one row that holds a table: no record is called by an empty id.
std::vector<store::ResultRow> table_rows(std::string table);

}  // namespace ev::workflow
