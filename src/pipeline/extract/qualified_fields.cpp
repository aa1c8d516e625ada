// Of what another rule finds only the kind that a name asks for: "number_analyzed" of the sizes,
// "daily_dose" of the doses.
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

// The candidates for which `asked(line, tokens of the quote)` holds.
template <class Asked>
Findings only(const Reading& reading, Findings findings, const char* reason, Asked asked) {
  const auto other = [&](const Candidate& candidate) {
    if (!candidate.ground.span) return true;
    const auto place = phrase_at(reading, *candidate.ground.span);
    return !place || !asked(*place->line, place->chunk);
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

bool tells_time(const Line& line) {
  static const Patterns kTime = {
      "ms|millisecond*|s|sec|second|seconds|min|minute|minutes|h|hour|hours|day|days|week|weeks|"
      "fps|gpu|cpu",
      "real time", "frames per second", "halved|faster|shorter|longer"};
  return find_any(kTime, line).has_value();
}

}  // namespace

Findings find_training_size(const Reading& reading) {
  return only(
      reading, find_dataset_size(reading), "no sentence counts what was trained on",
      [](const Line& line, const Chunk&) { return find_any(training_words(), line).has_value(); });
}

Findings find_daily_dose(const Reading& reading) {
  static const Patterns kDaily = {"daily|day|qd|od"};
  static const Patterns kOther = {
      "twice|thrice|bid|tid|qid|two|three|four|times|every|alternate|divided|week|weekly|kg|m2"};
  constexpr std::size_t kBehind = 3;
  return only(reading, find_dose(reading), "no dose is stated by the day",
              [&](const Line& line, const Chunk& quote) {
                const std::size_t last = std::min(quote.last + kBehind, line.tokens.size());
                const auto words = std::span(line.tokens).subspan(quote.first, last - quote.first);
                return find_any(kDaily, words) && !find_any(kOther, words);
              });
}

Findings find_serious_adverse_events(const Reading& reading) {
  static const Patterns kSerious = {
      "serious|severe|life <2> event|events|effect|effects|reaction|"
      "reactions|toxicity|toxicities|harms",
      "grade 3|4|iii|iv"};
  return only(reading, find_adverse_events(reading), "no sentence tells of serious ones",
              [&](const Line& line, const Chunk&) { return find_any(kSerious, line).has_value(); });
}

Findings find_nct_id(const Reading& reading) {
  return only_ids(find_registration(reading), "NCT", "no ClinicalTrials.gov number is stated");
}

Findings find_prospero_id(const Reading& reading) {
  return only_ids(find_registration(reading), "CRD", "no PROSPERO number is stated");
}

Findings find_training_time(const Reading& reading) {
  return only(reading, find_computational_cost(reading), "no sentence times the training",
              [](const Line& line, const Chunk&) {
                return find_any(training_words(), line) && tells_time(line);
              });
}

Findings find_inference_time(const Reading& reading) {
  static const Patterns kInference = {
      "inference|prediction|predictions|predicts|latency|processing|processes|runtime|runs|"
      "generated|analysed|analyzed",
      "per image|frame|record|patient|report|query|second|sample|scan|case|document|video|answer"};
  return only(reading, find_computational_cost(reading), "no sentence times the inference",
              [&](const Line& line, const Chunk&) {
                return find_any(kInference, line) && tells_time(line) &&
                       !find_any(training_words(), line);
              });
}

}  // namespace ev::extract
