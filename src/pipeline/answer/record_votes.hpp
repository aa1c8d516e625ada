// What the sentences of one record say to a question. Only its own results and conclusions speak
// (no aims, methods, background or earlier work; no animals or cells unless the question is about
// them or about a mechanism); a sentence counts by how fully it names what is given, what it is
// compared with and the outcome, and by its section. Internal to the room; pure function.
#pragma once

#include "pipeline/answer/sentence_reading.hpp"
#include "pipeline/mechanism/provenance.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/text/document.hpp"

#include <optional>
#include <string_view>
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
  bool of_asked_kind = false;  // a report of results, of the asked species and patients
  bool on_topic = false;       // names what is given, what it is compared with and the outcome
  std::vector<Vote> votes;     // in text order
  std::vector<SentenceRead> sentences;  // all of the record; none where it is not of that kind
};
// Whether a sentence tells what was known or found before.
bool tells_earlier_work(std::string_view sentence);
// The weight of a sentence by its section; nullopt: it is no finding of the record.
// `without_results`: the record has no section of results, so its background may tell them.
std::optional<double> weight_of(const SentenceWords& sentence, const doc::Document& document,
                                bool without_results);
bool is_without_results(const RecordWords& record);
RecordVotes votes_of(const question::QuestionFrame& frame, const RecordWords& record);

}  // namespace ev::answer
