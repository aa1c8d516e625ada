#include "pipeline/sources/catalog.hpp"

#include "base/data_table.hpp"
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/semanticscholar.hpp"
#include "pipeline/translate/clinicaltrials.hpp"
#include "pipeline/translate/europepmc.hpp"
#include "pipeline/translate/openalex.hpp"
#include "pipeline/translate/semanticscholar.hpp"

#include <algorithm>

namespace ev::sources {
namespace {

template <class S>
std::unique_ptr<Source> made(const Config& config) {
  return std::make_unique<S>(config);
}

constexpr Service kCatalog[] = {
    {.id = "pubmed",
     .label = "PubMed",
     .variable = "EVIDENCE_MCP_PUBMED_URL",
     .url = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
     .probe = "PMID:1",
     .make = made<PubMed>},
    {.id = "europepmc",
     .label = "Europe PMC",
     .variable = "EVIDENCE_MCP_EUROPEPMC_URL",
     .url = "https://www.ebi.ac.uk/europepmc/webservices/rest",
     .probe = "PMID:1",
     .make = made<EuropePmc>,
     .translate = translate::to_europepmc,
     .names = translate::Names::headings},
    {.id = "openalex",
     .label = "OpenAlex",
     .variable = "EVIDENCE_MCP_OPENALEX_URL",
     .url = "https://api.openalex.org",
     .probe = "PMID:1",
     .make = made<OpenAlex>,
     .translate = translate::to_openalex,
     .key = "OPENALEX_API_KEY"},
    {.id = "semanticscholar",
     .label = "Semantic Scholar",
     .variable = "EVIDENCE_MCP_SEMANTICSCHOLAR_URL",
     .url = "https://api.semanticscholar.org/graph/v1",
     .probe = "PMID:1",
     .make = made<SemanticScholar>,
     .translate = translate::to_semanticscholar,
     .key = "SEMANTIC_SCHOLAR_API_KEY",
     .sampled = false},
    {.id = "clinicaltrials",
     .label = "ClinicalTrials.gov",
     .variable = "EVIDENCE_MCP_CLINICALTRIALS_URL",
     .url = "https://clinicaltrials.gov/api/v2",
     .probe = "NCT00000102",
     .make = made<ClinicalTrials>,
     .translate = translate::to_clinicaltrials},
    {.id = "crossref",
     .label = "Crossref",
     .variable = "EVIDENCE_MCP_CROSSREF_URL",
     .url = "https://api.crossref.org"},
    {.id = "icite",
     .label = "iCite",
     .variable = "EVIDENCE_MCP_ICITE_URL",
     .url = "https://icite.od.nih.gov/api/pubs"},
    {.id = "mirror",
     .label = "NLM's PubMed files",
     .variable = "EVIDENCE_MCP_MIRROR_URL",
     .url = "https://ftp.ncbi.nlm.nih.gov/pubmed"},
    {.id = "idconv",
     .label = "PMC ID Converter",
     .variable = "EVIDENCE_MCP_IDCONV_URL",
     .url = "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles"},
    {.id = "pubtator",
     .label = "PubTator3",
     .variable = "EVIDENCE_MCP_PUBTATOR_URL",
     .url = "https://www.ncbi.nlm.nih.gov/research/pubtator3-api"},
    {.id = "unpaywall",
     .label = "Unpaywall",
     .variable = "EVIDENCE_MCP_UNPAYWALL_URL",
     .url = "https://api.unpaywall.org/v2"},
};

}  // namespace

std::span<const Service> catalog() {
  return kCatalog;
}

const Service* find_service(std::string_view id) {
  const auto* const at = std::find_if(std::begin(kCatalog), std::end(kCatalog),
                                      [id](const Service& s) { return s.id == id; });
  return at == std::end(kCatalog) ? nullptr : at;
}

std::span<const std::pair<std::string_view, std::string_view>> elsewhere_searched() {
  static const auto kElsewhere =
      data_rows("tables/services_not_searched.tsv", [](const DataTable::Row& row) {
        // Into text that is kept: the cells outlive the table.
        return std::pair(row["service"], row["instead"]);
      });
  return kElsewhere;
}

std::vector<std::string_view> searched_services() {
  std::vector<std::string_view> out;
  for (const Service& s : kCatalog) {
    if (s.make != nullptr) out.push_back(s.id);
  }
  return out;
}

std::vector<std::string_view> translated_services() {
  std::vector<std::string_view> out;
  for (const Service& s : kCatalog) {
    if (s.translate != nullptr) out.push_back(s.id);
  }
  return out;
}

std::size_t trust_order(std::string_view id) {
  const std::vector<std::string_view> order = searched_services();
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), id) - order.begin());
}

std::string service_url(const Config& config, std::string_view id) {
  const auto endpoint = config.endpoints.find(std::string(id));
  std::string url;
  if (endpoint != config.endpoints.end()) url = endpoint->second.url;
  if (const Service* const known = find_service(id); url.empty() && known != nullptr)
    url = known->url;
  while (!url.empty() && url.back() == '/') url.pop_back();
  return url;
}

std::vector<std::unique_ptr<Source>> all_sources(const Config& config) {
  std::vector<std::unique_ptr<Source>> out;
  for (const Service& s : kCatalog) {
    if (s.make != nullptr) out.push_back(s.make(config));
  }
  return out;
}

}  // namespace ev::sources
