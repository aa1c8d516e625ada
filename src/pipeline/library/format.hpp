// The formats an import reads, recognised by content; a file's name decides only where the content
// fits several. Pure. Errors: invalid_argument that names the formats and what the file seems to
// be.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>

namespace ev::library {

enum class Format { pubmed_xml, nbib, ris, csv, tsv, jsonl, endnote_xml, bibtex };

// "PubMed XML", "MEDLINE/nbib", "RIS" …
std::string_view name_of(Format format);

// `head`: the first bytes (limits of the caller, some 64 KB), decompressed, without a byte order
// mark. `file_name` with or without .gz.
Result<Format> format_of(std::string_view head, std::string_view file_name);

}  // namespace ev::library
