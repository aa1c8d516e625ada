#include "pipeline/extract/result_sentences.hpp"

#include "pipeline/extract/design.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/statistics.hpp"

#include <algorithm>
#include <iterator>

namespace ev::extract {

bool tells_other(const Sentence& sentence) {
  static const Patterns kOther = {
      "secondary outcome|outcomes|endpoint|endpoints|end|events",
      "factors|variables|predictors <4> associated|predicted|predictive", "risk factors <2> for",
      "compared|comparison|comparisons with|to base|baseline"};
  return find_any(kOther, sentence).has_value() && !is_on_primary_outcome(sentence.tokens);
}

bool tells_prognosis(const RecordText& record, const Sentence& sentence) {
  static const Patterns kLacking = {
      "than|versus|vs|with|to <1> patients|subjects|participants|individuals|women|men|children|"
      "infants|those without"};
  static const Patterns kPredicts = {
      "independent|independently|strongest <1> predictor|predictors|determinant|determinants|"
      "associated|related|predicted",
      "predictor|predictors|determinant|determinants of", "risk factor|factors|marker|markers for",
      "prognostic <2> factor|factors|variable|variables",
      "for|per|with each|every ?additional|prior|further|unit|one ?# "
      "year|years|month|months|unit|point|increase|decrease|sd|standard"};
  const auto lacking = find_any(kLacking, sentence);
  // "than women without tea": what they did not get is the treatment.
  const std::size_t lacked = lacking ? lacking->last : sentence.tokens.size();
  const bool untreated =
      lacked >= sentence.tokens.size() ||
      (kinds_of(sentence, {lacked, std::min(lacked + 2, sentence.tokens.size())}) &
       kind::treatment) != 0;
  if (untreated && !find_any(kPredicts, sentence)) return false;
  const auto design = find_design(record);
  return design && design->kind == StudyDesign::randomized_controlled_trial;
}

bool reports_results(const Sentence& sentence) {
  if (sentence.is_title() || !may_report(sentence) || sets_threshold(sentence)) return false;
  static const Patterns kConcludes = {
      "results|findings|data|study <2> indicate|indicates|suggest|suggests|show|demonstrate|"
      "demonstrates|demonstrated|confirm"};
  const auto concludes = find_any(kConcludes, sentence);
  if (concludes && concludes->first < 4 && p_values_in(sentence).empty()) return false;
  return sentence.role() == doc::Role::results || sentence.role() == doc::Role::unknown;
}

bool may_report(const Sentence& sentence) {
  // "The ratio of the odds ratios was 0.7": whether an effect differs between groups.
  static const Patterns kOfEffects = {"ratio|ratios of <2> relative|odds|hazard|hazards|risk"};
  if (find_any(kOfEffects, sentence)) return false;
  if (sentence.is_title()) return true;
  return !(sentence.labelled() &&
           (sentence.role() == doc::Role::background || sentence.role() == doc::Role::objective));
}

namespace {

// "Higher in smokers than in those with asthma", "than that in gout": no arm stands behind "than".
bool compares_with_others_in(const Sentence& sentence) {
  static const Patterns kIn = {"than ?that|those ?was|were|did in|of|for|among ?the"};
  static const Patterns kArm = {
      "receiving|received|treated|given|taking|took|assigned|randomized|randomised|allocated|"
      "treatment|therapy|used|undergoing|underwent|group|groups|arm|arms|on|who"};
  const auto match = find_any(kIn, sentence);
  if (!match) return false;
  const std::size_t end = std::min(match->last + 4, sentence.tokens.size());
  const WordKinds kinds = kinds_of(sentence, {match->last, end});
  return (kinds & (kind::person | kind::condition)) != 0 && (kinds & kind::treatment) == 0 &&
         !find_any(kArm, std::span(sentence.tokens).subspan(match->last, end - match->last));
}

}  // namespace

bool compares_kinds_of_people(const Sentence& sentence) {
  static const Patterns kPeople = {
      "compared|comparison|than|versus|vs <6> responders|nonresponders|non",
      "than|versus|vs <4> patients|subjects|participants|women|men|children|those "
      "with|without|who|whose",
      "compared|comparison with|to <6> "
      "patients|subjects|participants|women|men|children|those with|without|who|whose",
      "similar|comparable|identical|equal to that|those ?of|in ?the "
      "patients|subjects|participants|women|men|children|those who|whose|with",
      "patients|subjects|participants|women|men with more|less|fewer|greater|higher|lower",
      "was|were <2> older|younger",
      "more|less frequent|common|likely|often <1> in|among|for "
      "patients|subjects|participants|women|men|children|those with|without|who|whose"};
  static const Patterns kGiven = {
      "receiving|received|treated|given|taking|took|assigned|randomized|randomised|allocated|"
      "treatment|therapy|used|undergoing|underwent"};
  for (std::size_t from = 0; const auto match = find_any(kPeople, sentence, from);) {
    from = match->last;
    const std::size_t end = std::min(match->last + 6, sentence.tokens.size());
    const std::span words = std::span(sentence.tokens).subspan(match->first, end - match->first);
    if (!find_any(kGiven, words) &&
        (kinds_of(sentence, {match->first, end}) & kind::treatment) == 0)
      return true;
  }
  return compares_with_others_in(sentence);
}

bool tells_baseline(const Sentence& sentence) {
  static const Patterns kBaseline = {"at|of|in <2> baseline|entry|enrollment|admission",
                                     "baseline <2> characteristics|values|data",
                                     "underlying|demographic|demographics|clinical <1> "
                                     "characteristics|features|disease|diseases|data"};
  static const Patterns kBefore = {
      "before|prior ?to ?starting ?the "
      "?endoscopic treatment|therapy|randomization|randomisation"};
  return kBefore.match_at(sentence.tokens, 0) || find_any(kBaseline, sentence);
}

bool sets_threshold(const Sentence& sentence) {
  static const Patterns kThreshold = {
      "considered <2> significant", "significance <4> set|defined|level", "p|alpha <6> defined as",
      "significance level", "level of significance"};
  return find_any(kThreshold, sentence).has_value();
}

bool knows_main_outcome(const RecordText& record) {
  return !main_outcome(record).named.candidates.empty();
}

bool is_on_primary_outcome(std::span<const doc::Token> words) {
  static const Patterns kPrimary = {"primary|main <1> outcome|endpoint|end|efficacy|analysis"};
  return find_any(kPrimary, words).has_value();
}

namespace {

// Arms are compared though no design is told for certain.
bool allocates_at_random(const RecordText& record) {
  static const Patterns kRandomly = {"randomly <2> assigned|allocated|given|treated|examined",
                                     "randomized|randomised"};
  return std::any_of(
      record.sentences().begin(), record.sentences().end(),
      [](const Sentence& sentence) { return find_any(kRandomly, sentence).has_value(); });
}

}  // namespace

bool reports_trial(const RecordText& record) {
  const auto design = find_design(record);
  if (!design) return allocates_at_random(record);
  const StudyDesign kind = *design->kind;
  const bool may_be_by_lot = kind == StudyDesign::cohort_study ||
                             kind == StudyDesign::observational_study ||
                             kind == StudyDesign::animal_study;
  return is_kind_of(kind, StudyDesign::clinical_trial) ||
         (may_be_by_lot && tells_of_allocation(record));
}

}  // namespace ev::extract
