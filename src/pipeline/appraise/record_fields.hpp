// What a criterion can be looked up under when the extraction does not have it: the record's own
// fields. Names are compared without case, "-" and " " counting as "_". Pure functions.
#pragma once

#include "pipeline/appraise/criteria.hpp"

#include <string>
#include <string_view>

namespace ev::appraise {

std::string criterion_key(std::string_view name);
// title abstract keywords mesh_terms publication_types journal language year recency study_design
// citation_count citation_impact relevance text_quality is_preprint … and their usual other names.
using RecordField = model::Value (*)(const Candidate&);  // null when the record does not have it
RecordField record_field(std::string_view name);         // nullptr: there is none of this name
// Title, abstract, headings and keywords, one per line: what keywords are looked for in.
std::string record_text(const model::Article& article);

}  // namespace ev::appraise
