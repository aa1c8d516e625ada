// Identifiers as upstream writes them, brought to the form the record model keeps: those of records
// as everywhere (model/identifiers.hpp), and those of people. Pure functions; "" when the text
// holds none.
#pragma once

#include "pipeline/model/identifiers.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

using model::add_nct_ids;
using model::normal_doi;
using model::normal_pmcid;

// 0000-0002-1825-0097 from any of the forms seen (URL, no hyphens, lower-case x, trailing text).
std::string orcid_in(std::string_view text);

}  // namespace ev::sources
