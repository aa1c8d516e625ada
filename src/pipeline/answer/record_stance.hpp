// What one record says to a question: for, against, both, nothing, or that it could not be read.
// Only its own results and conclusions speak (no aims, methods, background or earlier work; no
// animals or cells unless the question is about them or about a mechanism); each
// sentence that matches intervention and outcome is read (sentence_reading.hpp), weighed by how
// fully it names them and by its section, and the side with most of the weight is the record's;
// where neither prevails it is mixed. A claim
// that one thing acts on another is read by the sentences that state that link. Thread rule: pure
// function.
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
  doc::Quote quote;  // empty where nothing was found
  mechanism::Provenance provenance;
};
RecordStance stance_of(const question::QuestionFrame& frame, const model::Article& article);

// A finding of this direction against the question.
model::Stance stance_of_direction(const question::QuestionFrame& frame, int direction);

}  // namespace ev::answer
