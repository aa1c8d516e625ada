// The searches of a test, one after the other over the cached search layer: what one of them fails
// to find is said and costs only its own records. Stops in time to judge what is there. Thread
// rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

struct PlannedSearch {
  std::string purpose;  // supporting | refuting
  std::size_t link = 0;
  std::string query;
};

struct RunSearch {
  PlannedSearch planned;
  std::optional<long> found;  // nullopt: it failed or was left out
  std::size_t read = 0;
  std::string source;
  std::string error;
};

struct SearchedRecords {
  std::vector<model::Article> articles;  // each once, by id
  std::vector<RunSearch> runs;           // in the order planned
  std::vector<Error> errors;
  std::vector<std::string> warnings;
};

// Fails when cancelled, or when every search failed.
Result<SearchedRecords> run_searches(const Services& services,
                                     const std::vector<PlannedSearch>& searches, int max_results,
                                     const Context& ctx);

}  // namespace ev::workflow
