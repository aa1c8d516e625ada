// The rows of two arms that one table states: arms in columns, or arms in rows. A row that heads
// others names their outcome; heads and labels that tell a time give the time; values from before
// the treatment are no results and are left out. Effects with their intervals are taken where two
// arms stand in the table and their own numbers tell which way round the effect is. Linear in the
// size of the table. Pure functions.
#pragma once

#include "pipeline/sources/table.hpp"
#include "pipeline/synthesis/study_result.hpp"
#include "pipeline/workflow/table_arms.hpp"
#include "pipeline/workflow/value_words.hpp"

#include <vector>

namespace ev::workflow {

// outcome, time, arms, effect, quote, place and why a row is unsure are set. `article`: what the
// text says of the values of all tables.
std::vector<synthesis::StudyResult> table_results(const sources::Table& table,
                                                  const TableArms& arms,
                                                  const ValueWords& article = {});

inline constexpr std::size_t kTableRows = 1000;  // of one table at most

}  // namespace ev::workflow
