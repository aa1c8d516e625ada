// How often the records of a set are cited, for scoring and ranking: what the records hold, and one
// batch from iCite for the others. Thread rule: any worker thread.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/workflow/services.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ev::workflow {

struct CitationData {
  std::optional<double> relative_citation_ratio;
  std::optional<int> citation_count;
};

// By PMID. What could not be had is a warning, not an error; only a call that must end fails.
Result<std::map<std::string, CitationData>> citation_data(
    const Services& services, const std::vector<model::Article>& articles, const Context& ctx,
    std::vector<std::string>& warnings);

}  // namespace ev::workflow
