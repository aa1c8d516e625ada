// The research loop: search, hypothesise, search what the hypotheses ask for, test, judge, and
// again until the evidence is sufficient, a budget or the rounds are used up, or nothing new comes;
// then rank, check the references, report. The loop decides; what it does to the world is behind
// Effects. Every step is kept before the next begins, so a run that dies, is cancelled or runs out
// of its call's time goes on after its last step.
// A reading that waits for an answer of the host's model pauses the run before that step.
//
// Time of a call: a step begins only while there is time for it. A search that the call's own end
// (not its own limit) cut short is not kept but made again by the next call, whose first step has
// all the time there is; so a run cut into calls ends like one that was not. Thread rule: one run
// on one thread. Errors: cancelled; what keep() and the first search report; the others become part
// of the log.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/research/state.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace ev::research {

inline constexpr std::chrono::seconds kSearchTime{20};  // one search of all its sources

class Effects {
 public:
  virtual ~Effects() = default;
  // An error says that no source answered.
  virtual Result<SearchRun> search(const State& state, const PlannedSearch& search,
                                   std::chrono::seconds timeout) = 0;
  // Reads everything found so far; nullopt: the host's model has to answer first.
  virtual Result<std::optional<Findings>> read(const State& state) = 0;
  virtual Result<Ranking> rank(const State& state) = 0;
  // `online` false: the budget has no room for further requests.
  virtual Result<CheckedReferences> check(const State& state, std::span<const std::string> ids,
                                          bool online) = 0;
  // Appends the event as number `state.events`, in one transaction; `state` is before it.
  virtual Result<void> keep(const State& state, const Event& event) = 0;
  // The last event and the report; `state` is after it.
  virtual Result<void> finish(const State& state, const Event& event) = 0;
};

enum class Ending { finished, paused };

// From where `state` is. `call_time`: what this call may take.
Result<Ending> go_on(State& state, Effects& effects, std::chrono::seconds call_time,
                     const Context& ctx);

}  // namespace ev::research
