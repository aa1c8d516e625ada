#include "pipeline/library/import.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/library/bibtex.hpp"
#include "pipeline/library/csv.hpp"
#include "pipeline/library/endnote.hpp"
#include "pipeline/library/format.hpp"
#include "pipeline/library/jsonl.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/nbib.hpp"
#include "pipeline/library/pubmed_import.hpp"
#include "pipeline/library/record_import.hpp"
#include "pipeline/library/ris.hpp"
#include "pipeline/library/tagged_lines.hpp"

#include <memory>

namespace ev::library {

namespace {

constexpr std::size_t kHeadBytes = 64u << 10;

struct RecordFormat {
  std::unique_ptr<RecordSource> source;
  ParseRecord parse;
};

RecordFormat record_format(Format format, std::string_view head, sources::ByteSource& bytes) {
  switch (format) {
    case Format::nbib:
      return {medline_records(bytes), read_nbib};
    case Format::ris:
      return {ris_records(bytes), read_ris};
    case Format::csv:
    case Format::tsv: {
      const Table table = table_of(head, true).value_or(Table{});
      return {csv_records(bytes, table.delimiter), csv_parser(table)};
    }
    case Format::endnote_xml:
      return {endnote_records(bytes), read_endnote};
    case Format::bibtex:
      return {bibtex_records(bytes), read_bibtex};
    case Format::jsonl:
    case Format::pubmed_xml:
      break;
  }
  return {jsonl_records(bytes), read_json_line};
}

// Ends with the call, also where a file is long and holds no record.
class WatchedSource final : public sources::ByteSource {
 public:
  WatchedSource(sources::ByteSource& source, const Context& ctx) : source_(source), ctx_(ctx) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    EV_CHECK(ctx_.check());
    return source_.read(into, size);
  }

 private:
  sources::ByteSource& source_;
  const Context& ctx_;
};

// What an XML declaration says of the bytes, where that is none of the encodings that are read.
std::string encoding_warning(std::string_view head) {
  constexpr std::size_t kDeclaration = 200;
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head.compare(begin, 5, "<?xml") != 0) return "";
  head = head.substr(begin, kDeclaration);
  head = head.substr(0, head.find("?>"));
  std::size_t at = head.find("encoding");
  at = at == std::string_view::npos ? at : head.find_first_of("'\"", at);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = head.substr(at + 1);
  const std::string_view name = rest.substr(0, rest.find(head[at]));
  const std::string plain = text::to_lower_ascii(name);
  for (const std::string_view known :
       {"utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii", "iso-8859-1",
        "latin1", "windows-1252", "cp1252"}) {
    if (plain == known) return "";
  }
  return "the file declares the encoding " + text::ellipsize(text::displayable(name), 40) +
         ", which is not read: letters beyond ASCII may be wrong; save it as UTF-8";
}

Result<ImportReport> import_any(sources::ByteSource& source, const std::string& name,
                                const ImportOptions& options, const Delivery& to,
                                const Context& ctx) {
  WatchedSource watched(source, ctx);
  TextSource text(watched);
  EV_TRY(const std::string_view head, text.peek(kHeadBytes));
  EV_TRY(const Format format, format_of(head, name));
  const std::string warning = encoding_warning(head);  // `head` ends with the first read
  const auto read = [&]() -> Result<ImportReport> {
    if (format == Format::pubmed_xml) return import_pubmed_xml(text, name, options, to, ctx);
    const RecordFormat reader = record_format(format, head, text);
    return import_records(*reader.source, reader.parse, std::string(name_of(format)), options, to,
                          ctx);
  };
  EV_TRY(ImportReport report, read());
  if (!warning.empty()) report.warnings.push_back(warning);
  return report;
}

}  // namespace

Result<void> check_extent(const ImportReport& report) {
  if (report.malformed.size() > limits::kImportBadRecords) {
    const sources::MalformedRecord& last = report.malformed.back();
    const std::string place = last.line != 0 ? "line " + std::to_string(last.line)
                                             : "byte " + std::to_string(last.offset);
    return Error{.code = Errc::invalid_argument,
                 .message = "more than " + std::to_string(limits::kImportBadRecords) +
                            " records of the file cannot be read; the last at " + place + ": " +
                            last.reason,
                 .path = "path",
                 .recovery = "check that it is a whole file of records in one of the formats read"};
  }
  if (report.records <= limits::kImportRecords) return {};
  return Error{.code = Errc::invalid_argument,
               .message = "the file holds more than " + std::to_string(limits::kImportRecords) +
                          " records, the most of one file",
               .path = "path",
               .recovery = "split the file and import the parts"};
}

Result<ImportReport> import_file(const std::filesystem::path& path, const ImportOptions& options,
                                 const ArticleSink& sink, const Context& ctx) {
  EV_TRY(const auto source, sources::open_file_source(path));
  return import_any(*source, path.filename().string(), options, {.articles = &sink}, ctx);
}

Result<ImportReport> import_stored(const std::filesystem::path& path, const ImportOptions& options,
                                   const StoredSink& sink, const Context& ctx) {
  EV_TRY(const auto source, sources::open_file_source(path));
  return import_any(*source, path.filename().string(), options, {.stored = &sink}, ctx);
}

Result<ImportReport> file_to_jsonl(const std::filesystem::path& path, const ImportOptions& options,
                                   const TextSink& sink, const Context& ctx) {
  EV_TRY(const auto source, sources::open_file_source(path));
  return import_any(*source, path.filename().string(), options, {.lines = &sink}, ctx);
}

Result<ImportReport> import_bytes(sources::ByteSource& source, std::string_view name,
                                  const ImportOptions& options, const ArticleSink& sink,
                                  const Context& ctx) {
  return import_any(source, std::string(name), options, {.articles = &sink}, ctx);
}

}  // namespace ev::library
