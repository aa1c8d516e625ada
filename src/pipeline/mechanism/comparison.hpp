// What an intervention did to an outcome against its comparator, by the sentence of a record that
// says it best. The sentence is chosen by the outcome's words, its section and its statistics; the
// clause that names the outcome decides: a denied or insignificant difference is no_difference
// ("similar", "did not differ", P of .05 and more), else the comparing word nearest to the outcome
// gives the direction ("lower", "improved" by the outcome's sense, "greater reduction"), turned
// when it is said of the comparator; where only figures are given, the two arms' figures are
// compared. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/model/effect_direction.hpp"
#include "pipeline/text/document.hpp"

#include <string>

namespace ev::mechanism {

struct Comparison {
  std::string intervention, comparator, outcome;
};

using model::EffectDirection;

struct ComparisonFinding {
  EffectDirection direction = EffectDirection::unclear;
  std::string id;  // of the record
  doc::Quote quote;
  bool names_outcome = false;  // the sentence, by a word at least
};

// A record somebody chose, taken at its word: by the sentence that fits best and says a direction;
// where none says one, the best sentence without a direction.
ComparisonFinding compare_in(const model::Article& article, const Comparison& comparison);

}  // namespace ev::mechanism
