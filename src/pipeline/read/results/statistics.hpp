// p values and effect estimates with their intervals as a sentence states them. Null values: 1 for
// ratios, 0 for differences. Pure functions; offsets are bytes of the sentence.
#pragma once

#include "pipeline/read/sentence.hpp"
#include "pipeline/read/study_reading.hpp"

#include <optional>
#include <vector>

namespace ev::read {

struct PValue {
  Range at;             // "P < 0.01"
  char relation = '=';  // '<' '=' '>'; 'n' for "NS"
  double value = 0;
  // At 5 %; nothing where the statement does not decide ("p < 0.1").
  std::optional<bool> significant() const;
};

struct Interval {
  Range at;  // from "95% CI" to the upper bound
  double low = 0;
  double high = 0;
  std::optional<double> level;
};

struct StatedEffect {
  ResultEffect effect;
  Range at;       // from the measure's name to the end of the estimate or interval
  Range measure;  // its name alone
};

struct Statistics {
  std::vector<PValue> p_values;
  std::vector<Interval> intervals;  // those of no effect: of one arm
  std::vector<StatedEffect> effects;
  std::vector<StatedEffect> broken;  // whose interval, right behind them, does not hold them
  std::vector<bool> taken;           // parallel to the sentence's numbers
};

// Whether a byte lies in a p value: its "less than" tells of no outcome.
bool is_in_p_value(const Statistics& statistics, std::size_t byte);

Statistics statistics_in(const Sentence& sentence);

}  // namespace ev::read
