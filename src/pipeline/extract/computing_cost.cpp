// What a method takes to run: time, memory, machines, money.
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/technology.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr const char* kMachines =
    "gpu|gpus|cpu|cpus|tpu|tpus|laptop|workstation|microcontroller|raspberry|a100|v100|h100|rtx|"
    "nvidia";

// "35 ms", "0.3 GFLOPs", "US$0.42": figures that only a cost has.
bool states_amount(const Sentence& sentence) {
  static const Patterns kAmount = {
      "ms|millisecond|milliseconds|gb|mb|tb|gib|mib|gigabytes|megabytes|gflops|tflops|mflops|flops|"
      "gpu|cpu|tpu|mw|watts|watt|fps",
      "frames per|second"};
  static const Patterns kLess = {
      "s|sec|second|seconds|min|minute|minutes|h|hour|hours|day|days|w|usd|euros|cents|million|"
      "billion",
      "?us dollars"};
  static const Patterns kWork = {
      "train|trained|training|pretraining|tuning|inference|infer|runs|run|running|runtime|"
      "process|processes|processing|comput*|takes|took|take|needs|needed|requires|required|"
      "require|lasted|consumes|consumed|consume|costs|cost|generated|prediction|predictions|"
      "parameters",
      kMachines};
  for (const doc::Number& number : sentence.numbers) {
    if (number.percent) continue;
    const std::size_t next = sentence.token_from(number.end);
    const bool money = number.begin > 0 && sentence.text[number.begin - 1] == '$';
    const bool unit =
        next < sentence.tokens.size() && sentence.tokens[next].begin <= number.end + 2;
    if (unit && kAmount.match_at(sentence.tokens, next)) return true;
    if ((money || (unit && kLess.match_at(sentence.tokens, next))) && find_any(kWork, sentence))
      return true;
  }
  return false;
}

}  // namespace

Findings find_computational_cost(const RecordText& record) {
  static const Patterns kNamed = {
      "computational|computation|computing cost|costs|time|complexity|resources|efficiency|"
      "requirements|burden|load",
      "inference|training|run|running|processing time|times|cost",
      "runtime",
      "flops|parameters <3> million",
      "latency",
      "memory|disk footprint|usage|use|consumption"};
  static const Patterns kMachine = {kMachines};
  const Lookup lookup{.confidence = 0.75, .skip_background = true, .skip_title = true};
  const bool clinical = is_clinical(record);
  const bool technical = is_on_computing(record);
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() == doc::Role::background ||
        sentence.role() == doc::Role::objective || !states_amount(sentence)) {
      continue;
    }
    const bool computes = find_any(kNamed, sentence) || find_any(kMachine, sentence);
    if (!computes && !(clinical ? tells_of_computing(sentence) : technical)) continue;
    add_distinct(findings, quoted(record, sentence.span(), computes ? 0.8 : 0.7));
  }
  std::stable_sort(findings.candidates.begin(), findings.candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.ground.confidence > b.ground.confidence;
                   });
  for (const Patterns* patterns : {&kNamed, &kMachine}) {
    for (Candidate& c : all_sentences(record, *patterns, lookup).candidates)
      add_distinct(findings, std::move(c));
  }
  for (Candidate& candidate : findings.candidates) candidate.flag = true;
  return findings;
}

}  // namespace ev::extract
