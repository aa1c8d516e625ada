// Identifiers as upstream writes them, brought to the form the record model keeps. Pure functions;
// "" when the text holds none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

// Lower case, without resolver, "doi:" and surrounding blanks.
std::string normal_doi(std::string_view text);
// "PMC123" from "PMC123", "123", "pmc-id: PMC123;".
std::string normal_pmcid(std::string_view text);
// 0000-0002-1825-0097 from any of the forms seen (URL, no hyphens, lower-case x, trailing text).
std::string orcid_in(std::string_view text);
// "NCT" and eight digits standing alone, in order of appearance, each once.
void add_nct_ids(std::string_view text, std::vector<std::string>& out);

}  // namespace ev::sources
