// Whether a service may be asked: a service is off by its address ("off") or because it is not in
// the list of those to use. Pure.
#pragma once

#include "base/config.hpp"

#include <string>

namespace ev::search {

// `id`: pubmed europepmc openalex clinicaltrials pubtator icite idconv crossref unpaywall.
bool switched_on(const Config& config, const std::string& id);

}  // namespace ev::search
