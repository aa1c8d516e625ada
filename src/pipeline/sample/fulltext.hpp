// The sample's open full texts: JATS articles as Europe PMC's fullTextXML and efetch (db=pmc) send
// them. An article without body is one whose publisher gives no more: Europe PMC does not have it.
// Thread rule: pure functions.
#pragma once

#include "net/request.hpp"
#include "pipeline/sample/form.hpp"

#include <string_view>

namespace ev::sample {

// …/PMC99000002/fullTextXML
net::HttpResponse full_text_of_europepmc(std::string_view jats, const Form& form);
bool is_full_text_route(const Form& form);
bool is_central_route(const Form& form);
// efetch with db=pmc; ids with or without "PMC".
net::HttpResponse full_text_of_pmc(std::string_view jats, const Form& form);

}  // namespace ev::sample
