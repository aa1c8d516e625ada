// Which records a question is put to first: MMR over the embeddings of a configured endpoint, else
// over TF-IDF vectors. Embeddings are cached by text; an endpoint that fails costs a warning and
// the TF-IDF choice. Thread rule: any worker thread. Errors: cancelled.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/workflow/services.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

struct EvidenceSelection {
  std::vector<std::size_t> chosen;  // indexes of the texts, in the order of choice
  std::string method;
  std::vector<std::string> warnings;
};
// `engine` rules: no endpoint is asked.
Result<EvidenceSelection> select_evidence(const Services& services,
                                          std::span<const std::string> texts,
                                          const std::string& query, std::size_t n,
                                          std::string_view engine, const Context& ctx);

}  // namespace ev::workflow
