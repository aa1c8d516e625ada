// The one result that the single-valued statistics of a record are read from, so that an estimate,
// an interval, a p value and a verdict of two comparisons are never put side by side. The result is
// the first estimate that comes with an interval or a p value, a sentence on the primary outcome
// before all others; without any, the first bare estimate; without estimates, an interval; without
// intervals, a p value. Pure functions; the Reading must outlive what they return.
#pragma once

#include "pipeline/extract/statistics.hpp"

#include <optional>

namespace ev::extract {

struct MainResult {
  const Line* line = nullptr;
  std::optional<Effect> effect;
  std::optional<Interval> interval;
  std::optional<PValue> p;  // of the same clause or parenthesis, else absent
};
std::optional<MainResult> main_result(const Reading& reading);

// By the p value at 5 %, else by whether a 95 % interval holds the null value; nothing where
// neither decides.
std::optional<bool> significance_of(const MainResult& result);

// Lines that report results: no labelled background or aim, no ratio of effects.
bool may_report(const Line& line);
// "A P value <.05 was considered significant" sets a threshold.
bool sets_threshold(const Line& line);
bool is_on_primary_outcome(const Line& line);

}  // namespace ev::extract
