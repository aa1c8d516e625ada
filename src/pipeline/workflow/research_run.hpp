// The stage "research": a run of the research loop is begun, or gone on with where its log leaves
// it. The same question asked with the same options on the same day is the same run: a finished one
// is told again, unless it met an outage. Thread rule: any worker thread. Errors: an unknown run or
// one of another question, a budget below the first search, a store that cannot be used, cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/research/state.hpp"
#include "pipeline/workflow/model_task.hpp"
#include "pipeline/workflow/research_effects.hpp"
#include "pipeline/workflow/services.hpp"
#include "pipeline/workflow/working_sets.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

struct ResearchRequest {
  std::string question;
  std::vector<std::string> sources{};  // empty: the configured ones
  int max_rounds = 3;
  int max_results_per_source = 20;
  int max_requests = 200;
  int max_seconds = 600;
  int timeout_s = 45;    // of this call
  std::string as_of{};   // YYYY-MM-DD; "": today
  std::string run_id{};  // of a run to go on with
  ModelIn model{};
};

struct ResearchOutcome {
  std::string run_id;
  std::optional<store::RunReport> report;  // of a finished run; a paused one has the rest
  research::State state{};
  std::optional<HostWait> waiting{};
};

Result<ResearchOutcome> research_run(const Services& services, WorkingSets& working,
                                     const ResearchRequest& request, MakeReport make_report,
                                     const Context& ctx);

}  // namespace ev::workflow
