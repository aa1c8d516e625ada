// Import of the formats that are cut into records by a RecordSource: batches to the parsing
// threads, names for records without a PMID, the report. Thread rule and errors as in import.hpp.
#pragma once

#include "pipeline/library/delivery.hpp"
#include "pipeline/library/record_source.hpp"

#include <string>

namespace ev::library {

Result<ImportReport> import_records(RecordSource& source, const ParseRecord& parse,
                                    const std::string& format, const ImportOptions& options,
                                    const Delivery& to, const Context& ctx);

}  // namespace ev::library
