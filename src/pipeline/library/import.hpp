// Import of reference files: PubMed XML (efetch output, baseline and update files), MEDLINE/nbib,
// RIS, CSV and TSV, JSON lines of canonical articles, EndNote XML, BibTeX; each also compressed by
// gzip. The format is recognised by content (format.hpp). Files are streamed with parsing on
// several threads and records handed over in file order; memory does not grow with their number:
// the ids met lie in a temporary file. UTF-8 with or without mark, UTF-16 with one; bytes that are
// not UTF-8 are read as Windows-1252 with a warning. Thread rule: the sink is called on the
// caller's thread.
//
// Every record stays a record: equal PMIDs are listed, never merged. Only of several versions of
// one PMID within PubMed XML the highest counts: a lower one that comes later is dropped, a higher
// one is handed over too and replaces the earlier (the last line of a PMID counts).
//
// `pmid` of a record without one is "rec-" and 12 hex digits of the SHA-256 of its canonical JSON
// (metadata with record_id included), equal records of a file with "-2", "-3" … behind: stable from
// import to import. Errors: not_found, invalid_argument (another format), cancelled, those of the
// sink; damage inside the file is reported, not fatal.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/sources/byte_source.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "store/result_sets.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::library {

struct ImportOptions {
  sources::XmlOptions xml;
  int threads = 2;  // that parse; one more reads. 0 = everything on the caller's thread
};

struct ImportReport {
  std::string format;                   // "RIS", "PubMed XML" …
  std::size_t records = 0;              // handed to the sink; PubMed XML: each PMID counted once
  std::vector<std::string> duplicates;  // PMIDs met more than once
  std::vector<sources::MalformedRecord> malformed;
  std::vector<std::string> deleted;   // PMIDs of DeleteCitation
  std::vector<std::string> warnings;  // a file that is cut off, damaged or oddly written
  std::uint64_t bytes = 0;            // uncompressed
};

// Whether a file has more records than one file may have, or more that cannot be read: it is no
// file of records then, and what is kept of each would fill the memory. For the readers.
Result<void> check_extent(const ImportReport& report);

// Damage of a file is told beside what was read before it, unless nobody wants to go on.
inline bool ends_import(const Error& damage) {
  return damage.code == Errc::invalid_argument || damage.code == Errc::cancelled ||
         damage.code == Errc::timeout;
}

using ArticleSink = std::function<Result<void>(model::Article)>;
Result<ImportReport> import_file(const std::filesystem::path& path, const ImportOptions& options,
                                 const ArticleSink& sink, const Context& ctx);

// The same as rows for the store, searchable once stored. versions: of rows with one id the last
// counts (PubMed XML); records: each stays.
enum class Rows { records, versions };
using StoredSink = std::function<Result<void>(store::StoredArticle, Rows)>;
Result<ImportReport> import_stored(const std::filesystem::path& path, const ImportOptions& options,
                                   const StoredSink& sink, const Context& ctx);

// The same as text: canonical articles, one JSON object per line. Serialised on the parsing
// threads.
using TextSink = std::function<Result<void>(std::string_view)>;
Result<ImportReport> file_to_jsonl(const std::filesystem::path& path, const ImportOptions& options,
                                   const TextSink& sink, const Context& ctx);

// Bytes that are no file. `name` is used in messages and, by its extension, where the content fits
// several formats.
Result<ImportReport> import_bytes(sources::ByteSource& source, std::string_view name,
                                  const ImportOptions& options, const ArticleSink& sink,
                                  const Context& ctx);

}  // namespace ev::library
