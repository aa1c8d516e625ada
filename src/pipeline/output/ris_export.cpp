#include "base/text.hpp"
#include "pipeline/output/export_parts.hpp"

#include <cstdio>

namespace ev::output {

namespace {

using model::Article;

// A tag ends at the line break; lines end in CR LF as the specification has it.
void ris_line(std::string& out, const char* tag, std::string_view value) {
  const std::string line = export_line(value);
  if (!line.empty()) out += std::string(tag) + "  - " + line + "\r\n";
}

const char* ris_type(WorkKind kind) {
  switch (kind) {
    case WorkKind::journal_article:
      return "JOUR";
    case WorkKind::preprint:
      return "UNPB";
    case WorkKind::book:
      return "BOOK";
    case WorkKind::chapter:
      return "CHAP";
    case WorkKind::trial:
    case WorkKind::report:
      return "RPRT";
    case WorkKind::dataset:
      return "DATA";
    case WorkKind::thesis:
      return "THES";
  }
  return "GEN";
}

// A comma behind a group keeps programs from looking for a first name in it.
std::string ris_author(const model::Author& author) {
  const std::string name = inverted_name(author);
  return author.collective && !name.empty() ? name + "," : name;
}

// "2024/03/07/", "2024/03//"; a year alone is in PY.
std::string ris_date(const Article& a) {
  const DateParts date = date_parts(a);
  if (date.year == 0 || date.month == 0) return {};
  char out[40];
  if (date.day == 0) {
    std::snprintf(out, sizeof out, "%04d/%02d//", date.year, date.month);
  } else {
    std::snprintf(out, sizeof out, "%04d/%02d/%02d/", date.year, date.month, date.day);
  }
  return out;
}

void ris_container(std::string& out, const Article& a, WorkKind kind) {
  if (kind == WorkKind::trial) {
    ris_line(out, "PB", a.journal.empty() ? "ClinicalTrials.gov" : a.journal);
    return;
  }
  ris_line(out, kind == WorkKind::chapter ? "T2" : "JF", a.journal);
  if (a.journal_abbreviation != a.journal) ris_line(out, "JA", a.journal_abbreviation);
}

void ris_ids(std::string& out, const Article& a) {
  ris_line(out, "DO", a.doi);
  // Named as what it is: an accession number alone could be any database's.
  if (!a.pmid.empty()) ris_line(out, "AN", "PMID: " + a.pmid);
  ris_line(out, "ID", own_id(a));
  ris_line(out, "C2", a.pmcid);
  ris_line(out, "UR", a.url);
  ris_line(out, "L1", a.pdf_url);
}

void ris_record(std::string& out, const ExportRecord& record) {
  const Article& a = *record.article;
  const WorkKind kind = work_kind(a);
  out += std::string("TY  - ") + ris_type(kind) + "\r\n";
  ris_line(out, "TI", a.title);
  for (const model::Author& author : a.authors) ris_line(out, "AU", ris_author(author));
  if (!a.authors_complete) ris_line(out, "AU", "et al.");
  ris_container(out, a, kind);
  const DateParts date = date_parts(a);
  if (date.year != 0) ris_line(out, "PY", std::to_string(date.year));
  ris_line(out, "DA", ris_date(a));
  ris_line(out, "VL", a.volume);
  ris_line(out, "IS", a.issue);
  const std::size_t dash = a.pages.find('-');
  ris_line(out, "SP", std::string_view(a.pages).substr(0, dash));
  if (dash != std::string::npos) ris_line(out, "EP", std::string_view(a.pages).substr(dash + 1));
  for (const std::string& issn : a.issns) ris_line(out, "SN", issn);
  ris_ids(out, a);
  ris_line(out, "AB", a.abstract);
  for (const std::string& term : subject_terms(a)) ris_line(out, "KW", term);
  for (const std::string& language : a.languages) ris_line(out, "LA", language);
  ris_line(out, "M3", text::join(export_types(a), "; "));
  if (!a.authors.empty()) ris_line(out, "AD", text::join(a.authors.front().affiliations, "; "));
  for (const std::string& note : export_notes(record)) ris_line(out, "N1", note);
  out += "ER  - \r\n\r\n";
}

}  // namespace

std::string to_ris(std::span<const ExportRecord> records, const KeepGoing& keep_going) {
  std::string out;
  for (const ExportRecord& record : records) {
    if (told_to_stop(keep_going)) break;
    ris_record(out, record);
  }
  return out;
}

}  // namespace ev::output
