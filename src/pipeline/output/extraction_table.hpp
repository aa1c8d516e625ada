// The extraction table of a report: one row per record, one column per field, blank where nothing
// is stated. A value's quote is shown on hover and printed as a footnote under the table. Record
// text is escaped. Pure function.
#pragma once

#include "base/json.hpp"

#include <string>

namespace ev::output {

// A section of the first 30 records with a value, from the members `articles[] {rank, article,
// extraction, extraction_metadata}` of a report's document; "" when no record has one.
std::string extraction_table(const Json& document);

}  // namespace ev::output
