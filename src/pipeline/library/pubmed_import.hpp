// Import of PubMed XML, the rules of versions included (import.hpp). Thread rule and errors as
// there.
#pragma once

#include "pipeline/library/delivery.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <string>

namespace ev::library {

Result<ImportReport> import_pubmed_xml(sources::ByteSource& source, const std::string& name,
                                       const ImportOptions& options, const Delivery& to,
                                       const Context& ctx);

}  // namespace ev::library
