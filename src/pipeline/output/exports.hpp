// References in the formats other programs read, one source file each: RIS, BibTeX, CSL-JSON,
// MEDLINE (nbib), CSV, HTML. Entries come in the given order; UTF-8; equal records give equal
// bytes. Every format carries all identifiers, authors (a collective name whole), the date as
// precise as it is known, the abstract, keywords and headings, the kind of work and, visibly, a
// retraction; rank and score go into notes (CSV: columns). A record without PMID is given none: its
// own id stands in another place. Pure functions.
//
// Formats: RIS specification (Research Information Systems), BibTeX 0.99d and the fields of
// biblatex, CSL-JSON of CSL 1.0.2 (csl-data), NLM's MEDLINE data element descriptions, RFC 4180.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/article.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::output {

// A record and what the stages added to it. `article` is borrowed.
struct ExportRecord {
  const model::Article* article = nullptr;
  std::optional<int> rank;
  std::optional<double> score;
  // Extracted values as text, by field, for CSV.
  std::vector<std::pair<std::string, std::string>> features;
};

enum class ExportFormat { ris, bibtex, csl_json, nbib, csv, html };

struct FormatInfo {
  ExportFormat format;
  std::string_view name;       // as callers write it: "csl_json"
  std::string_view label;      // as people call it: "CSL-JSON"
  std::string_view extension;  // of files, without a dot
  std::string_view mime_type;
};
std::span<const FormatInfo> export_formats();
// nullptr when there is none of this name.
const FormatInfo* export_format(std::string_view name);

// Asked before each record; false ends the text there, for callers that were told to stop.
using KeepGoing = std::function<bool()>;

std::string to_ris(std::span<const ExportRecord> records, const KeepGoing& keep_going = {});
std::string to_bibtex(std::span<const ExportRecord> records, const KeepGoing& keep_going = {});
std::string to_csl_json(std::span<const ExportRecord> records, const KeepGoing& keep_going = {});
std::string to_nbib(std::span<const ExportRecord> records, const KeepGoing& keep_going = {});
std::string to_csv(std::span<const ExportRecord> records, const KeepGoing& keep_going = {});

// Any of them but HTML, which needs more than records (html_result_set() of report.hpp); "" for it.
std::string export_text(ExportFormat format, std::span<const ExportRecord> records,
                        const KeepGoing& keep_going = {});

// Records without rank and score. They must outlive the result.
std::vector<ExportRecord> plain_records(const std::vector<model::Article>& articles);
std::vector<ExportRecord> plain_records(std::vector<model::Article>&&) = delete;
std::string to_ris(const std::vector<model::Article>& articles);
std::string to_bibtex(const std::vector<model::Article>& articles);

}  // namespace ev::output
