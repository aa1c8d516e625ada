// One RIS record, as EndNote, Zotero, Ovid, Scopus, Web of Science and others write them. Tags that
// have no field of their own are kept in metadata as "ris_XX". Pure. Errors: invalid_argument (the
// record holds nothing but its type).
#pragma once

#include "pipeline/library/record_source.hpp"

namespace ev::library {

Result<model::Article> read_ris(std::string_view bytes, const RawRecord& record, Notes& notes);

}  // namespace ev::library
