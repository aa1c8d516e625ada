#include "pipeline/output/exports.hpp"

#include <array>

namespace ev::output {

namespace {

constexpr std::array<FormatInfo, 6> kFormats = {{
    {ExportFormat::ris, "ris", "RIS", "ris", "application/x-research-info-systems"},
    {ExportFormat::bibtex, "bibtex", "BibTeX", "bib", "application/x-bibtex"},
    {ExportFormat::csl_json, "csl_json", "CSL-JSON", "json",
     "application/vnd.citationstyles.csl+json"},
    {ExportFormat::nbib, "nbib", "MEDLINE (nbib)", "nbib", "application/nbib"},
    {ExportFormat::csv, "csv", "CSV", "csv", "text/csv"},
    {ExportFormat::html, "html", "HTML", "html", "text/html"},
}};

}  // namespace

std::span<const FormatInfo> export_formats() {
  return kFormats;
}

const FormatInfo* export_format(std::string_view name) {
  for (const FormatInfo& info : kFormats) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

std::string export_text(ExportFormat format, std::span<const ExportRecord> records,
                        const KeepGoing& keep_going) {
  switch (format) {
    case ExportFormat::ris:
      return to_ris(records, keep_going);
    case ExportFormat::bibtex:
      return to_bibtex(records, keep_going);
    case ExportFormat::csl_json:
      return to_csl_json(records, keep_going);
    case ExportFormat::nbib:
      return to_nbib(records, keep_going);
    case ExportFormat::csv:
      return to_csv(records, keep_going);
    case ExportFormat::html:
      break;
  }
  return {};
}

std::vector<ExportRecord> plain_records(const std::vector<model::Article>& articles) {
  std::vector<ExportRecord> out;
  out.reserve(articles.size());
  for (const model::Article& article : articles) out.push_back({.article = &article});
  return out;
}

std::string to_ris(const std::vector<model::Article>& articles) {
  return to_ris(plain_records(articles));
}

std::string to_bibtex(const std::vector<model::Article>& articles) {
  return to_bibtex(plain_records(articles));
}

}  // namespace ev::output
