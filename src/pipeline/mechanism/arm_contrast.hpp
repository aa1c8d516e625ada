// Whether a sentence sets the two arms of a comparison against each other: one stands before the
// word that compares ("than", "versus", "compared with") and the other behind it, or each has a
// clause, or each has its figure, or the difference "between A and B" is told. An arm that stands
// on both sides (what was added to it is compared), and a third thing behind the comparing word,
// make it another comparison. Internal to the room; pure functions.
#pragma once

#include "pipeline/extract/reading.hpp"
#include "pipeline/mechanism/outcome_clause.hpp"

#include <set>
#include <string>

namespace ev::mechanism {

enum class Contrast {
  none,
  one_arm,  // the intervention with a comparing word and nothing it is compared with
  direct    // intervention against comparator
};
// `before`: the sentence before it, for "This was higher than with B".
Contrast contrast_in(const extract::Line& line, const ComparedWords& words,
                     const extract::Line* before = nullptr);

// "A, age and weight influenced B" and "all but B rose" say nothing of which way B went.
bool tells_no_direction(const extract::Line& line, const std::set<std::string>& outcome);

// Advice and wishes ("should be", "an option", "have to be performed"), aims and questions: they
// found nothing.
bool states_no_result(std::string_view sentence);

// Whether a record names an arm as it was asked: by all the words that tell it from the other one
// (route and dose form, too); by most of them where it is described at length. A drug that is only
// ever named with the same further word behind it is another one ("A citrate complex").
struct ArmsNamed {
  bool intervention = false, comparator = false;
};
ArmsNamed arms_named(const extract::Reading& reading, const ComparedWords& words);

}  // namespace ev::mechanism
