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
bool states_amount(const Line& line) {
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
  for (const doc::Number& number : line.numbers) {
    if (number.percent) continue;
    const std::size_t next = line.token_from(number.end);
    const bool money = number.begin > 0 && line.text[number.begin - 1] == '$';
    const bool unit = next < line.tokens.size() && line.tokens[next].begin <= number.end + 2;
    if (unit && kAmount.match_at(line.tokens, next)) return true;
    if ((money || (unit && kLess.match_at(line.tokens, next))) && find_any(kWork, line))
      return true;
  }
  return false;
}

}  // namespace

Findings find_computational_cost(const Reading& reading) {
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
  const bool clinical = is_clinical(reading);
  const bool technical = is_on_computing(reading);
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() == doc::Role::background ||
        line.role() == doc::Role::objective || !states_amount(line)) {
      continue;
    }
    const bool computes = find_any(kNamed, line) || find_any(kMachine, line);
    if (!computes && !(clinical ? tells_of_computing(line) : technical)) continue;
    add_distinct(findings, quoted(reading, line.span(), computes ? 0.8 : 0.7));
  }
  std::stable_sort(findings.candidates.begin(), findings.candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.ground.confidence > b.ground.confidence;
                   });
  for (const Patterns* patterns : {&kNamed, &kMachine}) {
    for (Candidate& c : all_sentences(reading, *patterns, lookup).candidates)
      add_distinct(findings, std::move(c));
  }
  for (Candidate& candidate : findings.candidates) candidate.flag = true;
  return findings;
}

}  // namespace ev::extract
