// Runs of the research loop: what was asked, an appended log of what each step brought, and at the
// end the report. The log is all there is to a run: who reads it back stands where the run stood
// after its last step, so a process may die at any point. Hypotheses are appended, too, each
// version of one once. Port of plain rows and JSON text: no domain type, no SQL. Thread rule:
// thread-safe; several processes may share the file. Errors: internal; not_found when a step is
// appended to a run that was never started.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::store {

struct RunHead {
  std::string run_id;
  std::string question;
  std::string options;  // JSON text, part of what the id names
  bool finished = false;
  std::int64_t created_at = 0;  // unix seconds; set by start()
  std::int64_t updated_at = 0;
  bool operator==(const RunHead&) const = default;
};

struct RunStep {
  std::string stage;
  std::string json;
  bool operator==(const RunStep&) const = default;
};

struct StoredRun {
  RunHead head;
  std::vector<RunStep> steps;  // in order
};

struct RunReport {
  std::string answer;  // JSON text of the tool's structured answer
  std::string html;
  std::string markdown;
  bool operator==(const RunReport&) const = default;
};

struct HypothesisVersion {
  std::string hypothesis_id;
  std::string json;
  bool operator==(const HypothesisVersion&) const = default;
};

class Runs {
 public:
  virtual ~Runs() = default;
  // Makes the run unless it is there; what is there stays.
  virtual Result<void> start(const RunHead& head) = 0;
  virtual Result<std::optional<StoredRun>> get(std::string_view run_id) = 0;
  // Appends the step at `position` (0 = first) with the hypotheses it brought, in one transaction.
  // A place that is taken by the same step is no failure; by another one it is (invalid_argument):
  // two calls work on one run.
  virtual Result<void> append(std::string_view run_id, std::size_t position, const RunStep& step,
                              std::span<const HypothesisVersion> hypotheses) = 0;
  // The last step and the report, in one transaction; the run is finished then.
  virtual Result<void> finish(std::string_view run_id, std::size_t position, const RunStep& step,
                              const RunReport& report) = 0;
  // nullopt: no such run, or not finished.
  virtual Result<std::optional<RunReport>> report(std::string_view run_id) = 0;
  // Newest first.
  virtual Result<std::vector<RunHead>> list(std::size_t limit) = 0;
  // Every version kept of a hypothesis, in the order they came.
  virtual Result<std::vector<HypothesisVersion>> hypotheses(std::string_view hypothesis_id) = 0;
};

}  // namespace ev::store
