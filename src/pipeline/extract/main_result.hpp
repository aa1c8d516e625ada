// The one result that the single-valued statistics of a record are read from, so that an estimate,
// an interval, a p value and a verdict of two comparisons are never put side by side. The result is
// the first estimate that comes with an interval or a p value, a sentence on the primary outcome
// before all others; without any, the first bare estimate. Without estimates it is, in a trial, the
// clause on the main outcome that sets the arms against each other, with its p value and the arms'
// figures; in other studies an interval, else a p value. Pure functions; the RecordText must
// outlive what they return.
#pragma once

#include "pipeline/extract/clauses.hpp"
#include "pipeline/extract/statistics.hpp"

#include <optional>
#include <span>

namespace ev::extract {

struct MainResult {
  const Sentence* sentence = nullptr;
  std::optional<Effect> effect;
  std::optional<Interval> interval;
  std::optional<PValue> p;           // of the same clause or parenthesis, else absent
  std::optional<ByteRange> figures;  // of the two arms, where no estimate is stated
  int on_outcome = 0;                // as speaks_of_main_outcome
  ByteRange clause;                  // that tells it
};
std::optional<MainResult> main_result(const RecordText& record);

// By the p value at 5 %, else by whether a 95 % interval holds the null value; nothing where
// neither decides.
std::optional<bool> significance_of(const MainResult& result);

}  // namespace ev::extract
