// EndNote XML: <xml><records><record>… with texts in <style> elements. Thread rule: one thread per
// source; the parser is pure. Errors of a record: not well-formed, never closed, too large.
#pragma once

#include "pipeline/library/record_source.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <memory>

namespace ev::library {

std::unique_ptr<RecordSource> endnote_records(sources::ByteSource& source);
Result<model::Article> read_endnote(std::string_view bytes, const RawRecord& record, Notes& notes);

}  // namespace ev::library
