// What the services would answer over the sample's records, in their wire formats: esearch, elink
// and einfo (JSON), efetch (XML), iCite, the ID converter and PubTator (JSON), full text (JATS),
// and Europe PMC, OpenAlex and ClinicalTrials.gov where they are given. Routes are told by their
// ends, so that any base URL will do. Pure functions of records and request; anything else is a
// 404. Thread rule: any thread.
#pragma once

#include "net/request.hpp"
#include "pipeline/sample/clinicaltrials.hpp"
#include "pipeline/sample/europepmc.hpp"
#include "pipeline/sample/form.hpp"
#include "pipeline/sample/library.hpp"
#include "pipeline/sample/openalex.hpp"

#include <optional>
#include <string_view>

namespace ev::sample {

// `icite` is the text of a {"data": [...]} reply with a row for each record.
net::HttpResponse answer(const SampleLibrary& library, std::string_view icite, const Form& form);

// Whether the request is for a service of NCBI's or iCite, full text excepted.
bool is_ncbi_route(const Form& form);

struct OtherServices {
  std::optional<EuropePmcSample> europepmc;
  std::optional<OpenAlexSample> openalex;
  std::optional<ClinicalTrialsSample> clinicaltrials;
  std::string_view full_text;  // JATS articles, for Europe PMC and PubMed Central
};
// nullopt: none of these services has the route.
std::optional<net::HttpResponse> answer(const OtherServices& services, const Form& form);

}  // namespace ev::sample
