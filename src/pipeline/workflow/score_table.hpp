// The scores of a set as one table of bytes: what a scored set stores instead of a payload per
// record, mostly 15 bytes of each. Exact: what is read back gives the same payloads, digit for
// digit. Pure functions.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "store/result_sets.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// `ids[i]` names the record of scores[i].
std::string score_table(const std::vector<appraise::Score>& scores,
                        const std::vector<std::string_view>& ids,
                        const appraise::Criteria& criteria);
// What a table holds; ids[i] names the record of scores[i].
struct StoredScores {
  std::shared_ptr<const appraise::Criteria> criteria;
  std::vector<std::string> ids;
  std::vector<appraise::Score> scores;
};
Result<StoredScores> read_score_table(std::string_view table, const Context& ctx = {});

// Whether a stored set holds a table instead of a row for each record.
bool holds_score_table(const store::ResultSet& set);
// The one row that holds a table: no record is called by an empty id.
std::vector<store::ResultRow> table_rows(std::string table);

}  // namespace ev::workflow
