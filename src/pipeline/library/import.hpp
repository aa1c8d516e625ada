// Import of record files: PubMed XML (.xml, .xml.gz: efetch output, baseline and update files),
// streamed with parsing on several threads and records handed over in file order. Memory does not
// grow with the file. Thread rule: the sink is called on the caller's thread.
//
// Of several versions of one PMID the highest counts: a lower one that comes later is dropped, a
// higher one is handed over too and replaces the earlier (the last line of a PMID counts). Errors:
// not_found, invalid_argument (another format), cancelled; damage inside the file is reported, not
// fatal.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/sources/pubmed_xml.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::library {

struct ImportOptions {
  sources::XmlOptions xml;
  int threads = 2;  // that parse; one more reads
};

struct ImportReport {
  std::size_t records = 0;              // handed to the sink, each PMID counted once
  std::vector<std::string> duplicates;  // PMIDs met more than once
  std::vector<sources::MalformedRecord> malformed;
  std::vector<std::string> deleted;   // PMIDs of DeleteCitation
  std::vector<std::string> warnings;  // a file that is cut off or damaged
  std::uint64_t bytes = 0;            // uncompressed
};

using ArticleSink = std::function<Result<void>(model::Article)>;
Result<ImportReport> import_pubmed_xml(const std::filesystem::path& path,
                                       const ImportOptions& options, const ArticleSink& sink,
                                       const Context& ctx);

// The same as text: canonical articles, one JSON object per line. Serialised on the parsing
// threads.
using TextSink = std::function<Result<void>(std::string_view)>;
Result<ImportReport> pubmed_xml_to_jsonl(const std::filesystem::path& path,
                                         const ImportOptions& options, const TextSink& sink,
                                         const Context& ctx);

}  // namespace ev::library
