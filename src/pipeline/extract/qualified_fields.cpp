// Of what another rule finds only the kind that a name asks for: "number_analyzed" of the sizes,
// "daily_dose" of the doses.
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// The candidates for which `asked(sentence, tokens of the quote)` holds.
template <class Asked>
Findings only(const RecordText& record, Findings findings, const char* reason, Asked asked) {
  const auto other = [&](const Candidate& candidate) {
    if (!candidate.ground.span) return true;
    const auto place = phrase_at(record, *candidate.ground.span);
    return !place || !asked(*place->sentence, place->chunk);
  };
  if (findings.single && other(*findings.single)) findings.single.reset();
  std::erase_if(findings.candidates, other);
  if (findings.candidates.empty() && findings.reason.empty()) findings.reason = reason;
  return findings;
}

Findings only_ids(Findings findings, std::string_view prefix, const char* reason) {
  std::erase_if(findings.candidates, [&](const Candidate& candidate) {
    return candidate.text.find(prefix) == std::string::npos;
  });
  for (Candidate& candidate : findings.candidates)
    candidate.text.erase(0, candidate.text.find(prefix));
  if (findings.candidates.empty()) findings.reason = reason;
  return findings;
}

const Patterns& training_words() {
  static const Patterns kTraining = {"train|trained|training|pretrained|pretraining|tuned|tuning"};
  return kTraining;
}

bool tells_time(const Sentence& sentence) {
  static const Patterns kTime = {
      "ms|millisecond*|s|sec|second|seconds|min|minute|minutes|h|hour|hours|day|days|week|weeks|"
      "fps|gpu|cpu",
      "real time", "frames per second", "halved|faster|shorter|longer"};
  return find_any(kTime, sentence).has_value();
}

}  // namespace

Findings find_training_size(const RecordText& record) {
  return only(record, find_dataset_size(record), "no sentence counts what was trained on",
              [](const Sentence& sentence, const Chunk&) {
                return find_any(training_words(), sentence).has_value();
              });
}

Findings find_daily_dose(const RecordText& record) {
  static const Patterns kDaily = {"daily|day|qd|od"};
  static const Patterns kOther = {
      "twice|thrice|bid|tid|qid|two|three|four|times|every|alternate|divided|week|weekly|kg|m2"};
  constexpr std::size_t kBehind = 3;
  return only(record, find_dose(record), "no dose is stated by the day",
              [&](const Sentence& sentence, const Chunk& quote) {
                const std::size_t last = std::min(quote.last + kBehind, sentence.tokens.size());
                const auto words =
                    std::span(sentence.tokens).subspan(quote.first, last - quote.first);
                return find_any(kDaily, words) && !find_any(kOther, words);
              });
}

Findings find_serious_adverse_events(const RecordText& record) {
  static const Patterns kSerious = {
      "serious|severe|life <2> event|events|effect|effects|reaction|"
      "reactions|toxicity|toxicities|harms",
      "grade 3|4|iii|iv"};
  return only(record, find_adverse_events(record), "no sentence tells of serious ones",
              [&](const Sentence& sentence, const Chunk&) {
                return find_any(kSerious, sentence).has_value();
              });
}

Findings find_nct_id(const RecordText& record) {
  return only_ids(find_registration(record), "NCT", "no ClinicalTrials.gov number is stated");
}

Findings find_prospero_id(const RecordText& record) {
  return only_ids(find_registration(record), "CRD", "no PROSPERO number is stated");
}

Findings find_training_time(const RecordText& record) {
  return only(record, find_computational_cost(record), "no sentence times the training",
              [](const Sentence& sentence, const Chunk&) {
                return find_any(training_words(), sentence) && tells_time(sentence);
              });
}

Findings find_inference_time(const RecordText& record) {
  static const Patterns kInference = {
      "inference|prediction|predictions|predicts|latency|processing|processes|runtime|runs|"
      "generated|analysed|analyzed",
      "per image|frame|record|patient|report|query|second|sample|scan|case|document|video|answer"};
  return only(record, find_computational_cost(record), "no sentence times the inference",
              [&](const Sentence& sentence, const Chunk&) {
                return find_any(kInference, sentence) && tells_time(sentence) &&
                       !find_any(training_words(), sentence);
              });
}

}  // namespace ev::extract
