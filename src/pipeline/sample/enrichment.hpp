// What the services that know more of a record would answer over the sample's PubMed records, in
// their wire formats: the PMC ID converter, PubTator3 (substances and diseases of the record's
// headings where its text names them), Crossref (the work, the notices that update it or that it
// is) and Unpaywall (what is in the sample's PMC is open). Thread rule: pure functions.
#pragma once

#include "net/request.hpp"
#include "pipeline/sample/form.hpp"
#include "pipeline/sample/library.hpp"

#include <optional>

namespace ev::sample {

// nullopt: the route is none of theirs.
std::optional<net::HttpResponse> answer_enrichment(const SampleLibrary& library, const Form& form);

}  // namespace ev::sample
