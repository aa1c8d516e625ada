// How the records of a set were found: the searches behind it, service by service, kept beside the
// set when a search makes it and found again through the sets it was derived from or merged of.
// Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "pipeline/research/prisma.hpp"
#include "pipeline/workflow/services.hpp"

#include <string>
#include <vector>

namespace ev::workflow {

// A log that cannot be kept is a warning, not a failed search.
void keep_search_log(const Services& services, const std::string& result_set,
                     const std::vector<research::SearchMade>& searches,
                     std::vector<std::string>& warnings);

struct SearchLog {
  std::vector<research::SearchMade> searches;  // empty where the records were given or imported
  bool deduplicated = false;
};
// Errors: the store cannot be read; cancelled. A set unknown by now adds nothing.
Result<SearchLog> search_log_of(const Services& services, const std::string& result_set,
                                const Context& ctx);

}  // namespace ev::workflow
