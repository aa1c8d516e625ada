// BibTeX and biblatex entries: @article{key, title = {…}, …}. @string macros count from where they
// stand, months are built in, values are joined by #; @comment and @preamble are left out. Fields
// without a place of their own are kept in metadata as "bibtex_<field>", the key as record_id.
// Thread rule: one thread per source; the parser is pure. Errors of an entry: braces that do not
// close, no key, a field without a value.
#pragma once

#include "pipeline/library/record_source.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <memory>

namespace ev::library {

std::unique_ptr<RecordSource> bibtex_records(sources::ByteSource& source);
Result<model::Article> read_bibtex(std::string_view entry, const RawRecord& record, Notes& notes);

}  // namespace ev::library
