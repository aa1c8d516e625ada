// `run`: the whole pipeline from a terminal, the stages that the tools are faces of one after the
// other: query, search of PubMed, then of the other sources, deduplicate, extract, score, rank,
// answer, and hypothesise where a mechanism is asked for, by handles.
// Yields one JSON document that the report, the terminal ranking and evidence.json are made of; it
// holds no clock value, so equal records give equal bytes. Thread rule: one run per call, on the
// caller's thread.
#pragma once

#include "base/context.hpp"
#include "base/json.hpp"
#include "pipeline/workflow/services.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::app {

struct RunOptions {
  std::string question;
  std::vector<std::string> sources;  // search::default_sources() names them all
  int max_records = 50;              // per source; all of them are read and ranked
  std::string as_of;                 // YYYY-MM-DD
  bool sample = false;
};

// stage name, 0-based index and number of stages, for the progress bar.
using StageFn = std::function<void(std::string_view stage, int index, int count)>;

// Of the generated queries the first that finds so many is taken. A comparison of `arms` drugs
// loses its point without one of them, so fewer records that have them all will do.
long records_enough(std::string_view question, int arms);

// The evidence document (members: question, as_of, sample, answer, claim_result, rubric, query,
// counts, articles, assessment, result_set, warnings).
Result<Json> run_pipeline(const workflow::Services& services, const RunOptions& options,
                          const StageFn& stage, const Context& ctx);

}  // namespace ev::app
