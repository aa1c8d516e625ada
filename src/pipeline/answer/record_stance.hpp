// What one record says to a question: for, against, both, nothing, or that it could not be read.
// Rules read its sentences and weigh those that speak (record_votes.hpp); learnt models weigh what
// every sentence tells and what the rules made of it (learnt_stance.hpp), and decide where they are
// sure enough. A claim that one thing acts on another is read by the sentences that state that
// link. Thread rule: pure functions.
#pragma once

#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/effect_direction.hpp"
#include "pipeline/model/stance.hpp"
#include "pipeline/question/question_frame.hpp"
#include "pipeline/text/document.hpp"

#include <string>

namespace ev::answer {

struct RecordStance {
  std::string id;
  model::Stance stance = model::Stance::mentions;
  bool on_topic = false;  // names what is given, what it is compared with and the outcome
  model::EffectDirection direction = model::EffectDirection::unclear;  // of the outcome as asked
  double directness = 0;
  // How far the reading is borne out, about 1.
  double strength = 1;
  bool by_figures = false;  // rates of two arms or a ratio with its interval tell it, not words
  doc::Quote quote;         // empty where nothing was found
  mechanism::Provenance provenance;
};
RecordStance stance_of(const question::QuestionFrame& frame, const model::Article& article);

// A finding of this direction against the question.
model::Stance stance_of_direction(const question::QuestionFrame& frame, int direction);

}  // namespace ev::answer
