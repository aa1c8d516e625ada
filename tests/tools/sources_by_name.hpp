// The sources by their ids, for the tools that run one alone. A new source is one line here.
#pragma once

#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <memory>
#include <string_view>

namespace ev::test {

// nullptr when there is none of that name. `config` is borrowed.
inline std::unique_ptr<sources::Source> source_by_name(std::string_view name,
                                                       const Config& config) {
  if (name == "pubmed") return std::make_unique<sources::PubMed>(config);
  if (name == "europepmc") return std::make_unique<sources::EuropePmc>(config);
  if (name == "openalex") return std::make_unique<sources::OpenAlex>(config);
  if (name == "clinicaltrials") return std::make_unique<sources::ClinicalTrials>(config);
  return nullptr;
}

}  // namespace ev::test
