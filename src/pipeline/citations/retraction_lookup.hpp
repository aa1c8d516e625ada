// What Crossref (with Retraction Watch's data) and, when a key is set, OpenAlex say of the standing
// of records, added to what the records say themselves. An extra with a short deadline of its own:
// a service that does not answer in time leaves a warning. Errors: cancelled. Thread rule: any
// worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/search/ports.hpp"

#include <string>
#include <vector>

namespace ev::citations {

Result<void> add_retraction_status(const search::Ports& ports,
                                   const std::vector<model::Article*>& records,
                                   std::vector<std::string>& warnings, const Context& ctx);

}  // namespace ev::citations
