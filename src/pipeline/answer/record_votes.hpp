// What the sentences of one record say to a question. Only its own results and conclusions speak
// (no aims, methods, background or earlier work; no animals or cells unless the question is about
// them or about a mechanism); a sentence counts by how fully it names what is given, what it is
// compared with and the outcome, and by its section. Internal to the room; pure function.
#pragma once

#include "pipeline/answer/sentence_reading.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/text/document.hpp"

#include <vector>

namespace ev::answer {

struct Vote {
  doc::Quote quote;
  SentenceFinding finding;
  double fit = 0;           // how fully it names what is asked about, by name and place
  bool explicitly = false;  // names all of it directly
};
struct RecordVotes {
  mechanism::Provenance provenance;
  bool on_topic = false;    // names what is given, what it is compared with and the outcome
  std::vector<Vote> votes;  // in text order
};
RecordVotes votes_of(const question::QuestionFrame& frame, const model::Article& article);

}  // namespace ev::answer
