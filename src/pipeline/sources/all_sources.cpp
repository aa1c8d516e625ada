#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"

namespace ev::sources {

std::vector<std::unique_ptr<Source>> all_sources(const Config& config) {
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(std::make_unique<PubMed>(config));
  sources.push_back(std::make_unique<EuropePmc>(config));
  sources.push_back(std::make_unique<OpenAlex>(config));
  sources.push_back(std::make_unique<ClinicalTrials>(config));
  return sources;
}

}  // namespace ev::sources
