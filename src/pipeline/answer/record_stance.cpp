#include "pipeline/answer/record_stance.hpp"

#include "pipeline/answer/learnt_stance.hpp"
#include "pipeline/answer/rule_stance.hpp"
#include "pipeline/mechanism/claim.hpp"

#include <algorithm>
#include <utility>

namespace ev::answer {
namespace {

using model::EffectDirection;
using model::Stance;
using question::QuestionFrame;

// What acts on what is asked of sentences that state that link: two names in one sentence, one of
// them beside another drug's class, state none.
RecordStance stance_of_link(const QuestionFrame& frame, const mechanism::Evidence& e,
                            const model::Article& article) {
  RecordStance out{.id = e.id, .stance = e.stance};
  out.provenance = mechanism::provenance_of(article);
  if (e.stance == Stance::mentions) return out;
  out.on_topic = true;
  out.directness = 1;
  out.quote = e.quote;
  const int asked = frame.direction * (e.stance == Stance::supports ? 1 : -1);
  out.direction = e.negated   ? EffectDirection::no_difference
                  : asked > 0 ? EffectDirection::increased
                              : EffectDirection::decreased;
  return out;
}

}  // namespace

Stance stance_of_direction(const QuestionFrame& frame, int direction) {
  const auto when = [](bool holds) { return holds ? Stance::supports : Stance::contradicts; };
  if (frame.asks_for_no_effect()) {
    if (frame.alike || direction == 0) return when(direction == 0);
    return when(!frame.either && direction != frame.direction);
  }
  if (direction == 0) return Stance::contradicts;
  return when(frame.either || direction == frame.direction);
}

RecordStance stance_of(const QuestionFrame& frame, const model::Article& article) {
  const doc::RecordAnalysis analysis(article);
  if (question::type_of(frame) == question::QuestionType::mechanism) {
    if (const auto linked = mechanism::read_by_link(frame.question, analysis))
      return stance_of_link(frame, *linked, article);
  }
  const RecordWords record(analysis);
  const RecordVotes votes = votes_of(frame, record);
  RecordStance rules = stance_by_rules(frame, record, votes);
  if (!votes.of_asked_kind || frame.sense_unknown) return rules;
  return stance_by_models(frame, record, votes.sentences, std::move(rules));
}

}  // namespace ev::answer
