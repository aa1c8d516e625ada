// What an intervention did to an outcome against its comparator, by the sentence of a record that
// says it best. The sentence is chosen by the outcome's words, its section and its statistics; the
// clause that names the outcome decides: a denied or insignificant difference is no_difference
// ("similar", "did not differ", P of .05 and more), else the comparing word nearest to the outcome
// gives the direction ("lower", "improved" by the outcome's sense, "greater reduction"), turned
// when it is said of the comparator; where only figures are given, the two arms' figures are
// compared. Pure functions.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/effect_direction.hpp"
#include "pipeline/model/study_design.hpp"
#include "pipeline/text/document.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

struct Comparison {
  std::string intervention, comparator, outcome;
  bool whole_outcome = false;  // a part of the outcome's words in a sentence is not enough
};

using model::EffectDirection;
using model::StudyDesign;

struct ComparisonFinding {
  EffectDirection direction = EffectDirection::unclear;
  std::string id;  // of the record
  doc::Quote quote;
  std::optional<StudyDesign> design;
  double weight = 0;           // of the design
  double score = 0;            // how well the sentence fits
  bool names_outcome = false;  // the sentence, by a word at least
  bool names_all = false;      // the sentence: the outcome and one arm against the other
  bool names_arms = false;     // one arm against the other and a part of the outcome
  bool names_one_arm = false;  // the outcome and the intervention with a comparing word
  bool groups_only = false;    // it groups people by the outcome: "in patients with or without B"
  bool plan = false;           // a protocol: it found nothing yet
  bool decides = false;        // it had a say in the result's direction
  // The record, anywhere, as asked: route and dose form, too, where they tell the arms apart.
  bool names_intervention = false;
  bool names_comparator = false;
};

struct ComparisonResult {
  EffectDirection direction = EffectDirection::unclear;
  std::vector<ComparisonFinding> findings;  // one per record, the deciding ones first
  std::vector<std::string> excluded_retracted;
  std::size_t records_read = 0;
  std::size_t not_about = 0;   // of these, without a sentence on the outcome, or one of the arms
  bool compares_both = false;  // some record sets one arm against the other
};

ComparisonFinding compare_in(const model::Article& article, const Comparison& comparison);
// Over several records the direction with the greatest design weight; a tie is unclear. Only
// records that name the arms as asked, with a sentence that names the outcome, are findings, and
// only those with a sentence that sets one arm against the other have a say (arm_contrast.hpp);
// where none does, those that compare the intervention without naming with what. Where no
// comparator is asked for, every sentence on the outcome has. Plans and sentences that group people
// by the outcome have none. A single record was chosen by the caller and is taken at its word,
// unless `searched`.
Result<ComparisonResult> test_comparison(const Comparison& comparison,
                                         std::span<const model::Article> articles,
                                         const Context& ctx, bool searched = false);

}  // namespace ev::mechanism
