#include "pipeline/answer/learnt_stance.hpp"

#include "pipeline/answer/null_reading.hpp"
#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/answer/sentence_numbers.hpp"
#include "pipeline/answer/sentence_reading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ev::answer {
namespace {

using model::Stance;
using question::QuestionFrame;

// The labels of both models, in order.
enum Label { kContradicts, kNothing, kSupports, kLabels };

const nlp::Forest& sentence_model() {
  static const nlp::Forest kModel = nlp::stored_forest(
      "weights/stance_sentences.txt",
      {.name = "stance_sentences", .feature_version = kSentenceNumbersVersion, .labels = kLabels},
      kSentenceNumbers);
  return kModel;
}
const nlp::Forest& record_model() {
  static const nlp::Forest kModel = nlp::stored_forest(
      "weights/stance_records.txt",
      {.name = "stance_records", .feature_version = kRecordNumbersVersion, .labels = kLabels},
      kRecordNumbers);
  return kModel;
}

// Chosen by cross-validation on the labelled claims and questions: how likely a side must be for a
// record that the rules do not read, and against what they read.
struct Bar {
  double sure_enough, against_rules;
};
constexpr Bar kFor{.sure_enough = 0.68, .against_rules = 0.85};
constexpr Bar kAgainst{.sure_enough = 0.72, .against_rules = 0.85};
constexpr double kMixed = 0.4;  // each side of a record that says both

// How likely the side that the rules read must be for their reading to stand. Of records that a
// search for an ordinary question brings very few show the reverse of what is asked: most that were
// read so were misread, and a false dissent misleads more than a missing one. Figures are seldom
// misread, and a question whether one of two drugs is better, or whether one harms, is open.
double bar_of_rules(const QuestionFrame& frame, const RecordStance& read) {
  constexpr double kByFigures = 0.2, kFor = 0.45, kNone = 0.42, kReverse = 0.6, kEitherWay = 0.45;
  if (read.by_figures) return kByFigures;
  if (read.stance == Stance::supports) return kFor;
  const bool none = read.direction == model::EffectDirection::no_difference;
  if (none || frame.asks_for_no_effect()) return kNone;
  const bool either_way =
      frame.against_active() || question::type_of(frame) == question::QuestionType::harm;
  return either_way ? kEitherWay : kReverse;
}

// The sentence that tells most for a side.
std::size_t telling(const std::vector<SentenceOdds>& odds, bool is_for) {
  std::size_t best = 0;
  const auto of = [&](std::size_t i) { return is_for ? odds[i].supports : odds[i].contradicts; };
  for (std::size_t i = 1; i < odds.size(); ++i) {
    if (of(i) > of(best)) best = i;
  }
  return best;
}

bool says_nothing(const SentenceOdds& odds) {
  return odds.supports == 0 && odds.contradicts == 0;
}

RecordStance unread(RecordStance told) {
  told.stance = Stance::unread;
  told.quote = {};
  told.direction = model::EffectDirection::unclear;
  return told;
}

// About 1 where a record just speaks, 2 where it leaves no doubt.
double strength_of(double side, double other) {
  constexpr double kOfNone = 0.08, kScale = 0.6;
  return kScale * std::log((side + kOfNone) / (other + kOfNone));
}

bool denies(const QuestionFrame& frame, const SentenceWords& sentence, const SentenceRead& read) {
  const SentenceCues cues(sentence, read.places.arms);
  Places named;
  for (const auto& [at, sign] : read.places.signs) named.insert(at);
  return std::any_of(read.clauses.begin(), read.clauses.end(), [&](const ClauseView& clause) {
    return null_place(frame, sentence, clause, cues, named).has_value();
  });
}

double directness_of(const QuestionFrame& frame, const RecordWords& record,
                     const SentencePlaces& places) {
  const question::Slot* other = frame.comparator ? &*frame.comparator : nullptr;
  const double arm = places.intervention.empty() ? names_arm(frame.intervention, other, record)
                                                 : best_directness(places.intervention);
  const double outcome = best_directness(places.outcomes);
  constexpr double kByTopic = 0.5;  // the outcome is not named beside it
  return std::min(arm, outcome > 0 ? outcome : kByTopic);
}

// Of the outcome as the question words it, where the sentence was read or the side alone tells it.
model::EffectDirection direction_of(const QuestionFrame& frame, const SentenceWords& sentence,
                                    const SentenceRead& read, bool is_for) {
  const auto named = [](int direction) {
    return direction > 0   ? model::EffectDirection::increased
           : direction < 0 ? model::EffectDirection::decreased
                           : model::EffectDirection::no_difference;
  };
  if (read.finding && (side_of(frame, read.finding->said.direction) > 0) == is_for)
    return named(read.finding->said.direction);
  if (frame.either) return is_for ? model::EffectDirection::unclear : named(0);
  if (is_for) return named(frame.asks_for_no_effect() ? 0 : frame.direction);
  if (frame.asks_for_no_effect())
    return frame.alike ? model::EffectDirection::unclear : named(frame.direction);
  return denies(frame, sentence, read) ? named(0) : model::EffectDirection::unclear;
}

}  // namespace

std::vector<SentenceOdds> sentence_odds(const question::QuestionFrame& frame,
                                        const RecordWords& record,
                                        const std::vector<SentenceRead>& read) {
  std::vector<SentenceOdds> out;
  for (const nlp::Numbers& numbers : sentence_numbers(frame, record, read)) {
    const std::vector<double> p = sentence_model().probabilities(numbers);
    out.push_back({.supports = p[kSupports], .contradicts = p[kContradicts]});
  }
  silence(record, read, out);
  return out;
}

RecordStance stance_by_models(const QuestionFrame& frame, const RecordWords& record,
                              const std::vector<SentenceRead>& read, RecordStance by_rules) {
  if (read.empty()) return by_rules;  // no title, no abstract
  const std::vector<SentenceOdds> odds = sentence_odds(frame, record, read);
  const std::vector<double> p =
      record_model().probabilities(record_numbers(frame, record, odds, by_rules));
  RecordStance out = std::move(by_rules);
  const bool is_for = p[kSupports] >= p[kContradicts];
  const double sure = std::max(p[kSupports], p[kContradicts]);
  const bool told = out.stance == Stance::supports || out.stance == Stance::contradicts;
  const double of_rules = p[out.stance == Stance::supports ? kSupports : kContradicts];
  if (told && of_rules >= bar_of_rules(frame, out)) return out;
  const bool mixed = out.stance == Stance::mixed;
  if (mixed && std::min(p[kSupports], p[kContradicts]) >= kMixed) return out;
  const bool is_read = mixed || told;
  const std::size_t at = telling(odds, is_for);
  const Bar& bar = is_for ? kFor : kAgainst;
  if (sure < (is_read ? bar.against_rules : bar.sure_enough) || says_nothing(odds[at])) {
    if (is_read) out = unread(std::move(out));
    return out;
  }
  const SentenceWords& sentence = record.sentences()[at];
  out.on_topic = true;
  out.stance = is_for ? Stance::supports : Stance::contradicts;
  out.strength =
      strength_of(is_for ? p[kSupports] : p[kContradicts], is_for ? p[kContradicts] : p[kSupports]);
  out.quote = record.document().quote(sentence.sentence->span);
  out.direction = direction_of(frame, sentence, read[at], is_for);
  out.directness = directness_of(frame, record, read[at].places);
  return out;
}

}  // namespace ev::answer
