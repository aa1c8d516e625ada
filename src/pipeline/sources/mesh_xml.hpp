// One record of MeSH's own XML (desc*.xml, supp*.xml, qual*.xml) as a heading. Entry terms are all
// terms of all concepts but the name, permuted ones too. Pure; thread rule: any thread. Errors:
// invalid_argument with what is wrong with the record.
#pragma once

#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"

#include <string_view>

namespace ev::sources {

// `record` is one DescriptorRecord, SupplementalRecord or QualifierRecord. A qualifier's own
// abbreviation stands in `qualifiers`.
Result<mesh::Heading> parse_mesh_record(std::string_view record);

}  // namespace ev::sources
