// Which searches a stage makes, and when a run stops. Queries that were run are not run again;
// those of several hypotheses and links take turns, so that a limit cuts all of them alike.
// Thread rule: pure functions.
#pragma once

#include "pipeline/research/state.hpp"

#include <deque>
#include <string>
#include <vector>

namespace ev::research {

inline constexpr std::size_t kJudgeSearches = 6;     // per round
inline constexpr std::size_t kTargetedSearches = 8;  // per round
inline constexpr std::size_t kTestSearches = 16;     // per round

// The searches of state.stage; empty for stages that search nothing.
std::deque<PlannedSearch> searches_of(const State& state);

// Why the run ends after the round just judged; "" when it goes on.
std::string stop_reason(const State& state);
// Why no further search is made; "" when there is room for `search`.
std::string over_budget(const State& state, const PlannedSearch& search);

// The question in few words, for queries built on it.
std::string subject_of(const Options& options);
// Every query run so far.
std::vector<std::string> queries_run(const State& state);

}  // namespace ev::research
