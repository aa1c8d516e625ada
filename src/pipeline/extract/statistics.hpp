// p values, effect estimates and confidence intervals as stated in a sentence, with what does not
// fit together: an interval that misses its estimate, or an interval and a p value that disagree
// about significance at 5 % (Altman & Bland 2011: a 95 % interval excludes the null just when p <
// .05).
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::extract {

struct PValue {
  double value = 0;
  char relation = '=';    // '<', '=', '>'; 'n' for "P = NS"
  std::size_t begin = 0;  // bytes of the sentence
  std::size_t end = 0;
  bool significant() const {
    return (relation == '<' && value <= 0.05) || (relation == '=' && value < 0.05);
  }
};
std::vector<PValue> p_values_in(const Sentence& sentence);

struct Interval {
  double low = 0;
  double high = 0;
  double level = 95;
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::vector<Interval> intervals_in(const Sentence& sentence);

struct Effect {
  std::string measure;  // OR RR HR MD SMD WMD IRR RD ARR NNT d r beta AUC, "mean difference" …
  bool ratio = false;   // null value 1, else 0
  // An area under a curve and a number needed to treat have no null value at 0 or 1.
  bool has_null() const { return measure != "AUC" && measure != "NNT"; }
  double estimate = 0;
  std::optional<Interval> interval;
  std::optional<PValue> p;
  std::size_t begin = 0;  // from the measure's name to the end of the estimate
  std::size_t end = 0;
};
std::vector<Effect> effects_in(const Sentence& sentence);
// The same of a sentence of the record, found once.
const std::vector<Effect>& effects_of(const RecordText& record, const Sentence& sentence);

// What does not fit together, "" when all does.
std::string inconsistency(const Effect& effect);

}  // namespace ev::extract
