// The stage "hypothesise": mechanisms that the records of a set state, drug to target to pathway to
// effect, with the sentences that say so; a model may propose links, which are checked like those
// of the rules. What is found is kept by its id. Thread rule: any worker thread. Errors: records
// that cannot be had, a failing endpoint that was asked for by name, cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/workflow/evidence_selection.hpp"
#include "pipeline/workflow/mechanism_tasks.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/records.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

inline constexpr int kMostHypotheses = 10;

struct HypothesesRequest {
  std::string query;
  std::optional<RecordsRequest> records;  // nullopt: none are given
  std::string drug;
  std::string disease;
  int max_hypotheses = 4;
  std::optional<int> max_evidence;  // none: all records are read
  ModelIn model{};
  std::size_t host_task_characters = kTaskCharacters;  // of records in a task for the host
};

struct HypothesesOutcome {
  RecordSet set;               // without records there is nothing else but search_subject
  std::string search_subject;  // what to search for when there is no evidence
  EvidenceSelection selection;
  std::vector<std::size_t> selected;  // the most telling records, by position in the set
  mechanism::HypothesisAssessment assessment;
  std::string engine = "rules";  // that took part: rules, host or endpoint
  ModelHelp help;
  std::vector<std::string> warnings;
};

Result<HypothesesOutcome> generate_hypotheses(const Services& services, HypothesesRequest request,
                                              const Context& ctx);

}  // namespace ev::workflow
