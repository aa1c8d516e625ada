#include "base/text.hpp"
#include "pipeline/library/tex_text.hpp"
#include "pipeline/output/export_parts.hpp"

#include <array>
#include <utility>

namespace ev::output {

namespace {

using library::text_to_tex;
using model::Article;

constexpr std::array<const char*, 12> kMonthMacros = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

const char* bibtex_type(WorkKind kind) {
  switch (kind) {
    case WorkKind::journal_article:
      return "article";
    case WorkKind::book:
      return "book";
    case WorkKind::chapter:
      return "incollection";
    case WorkKind::trial:
    case WorkKind::report:
      return "techreport";
    case WorkKind::thesis:
      return "phdthesis";
    case WorkKind::preprint:
    case WorkKind::dataset:
      return "misc";
  }
  return "misc";
}

class BibtexEntryText {
 public:
  BibtexEntryText(const char* type, const std::string& key)
      : out_(std::string("@") + type + "{" + key) {}

  void tex(const char* name, std::string_view value) { raw(name, text_to_tex(export_line(value))); }
  // Fields that programs take letter by letter (doi, url).
  void verbatim(const char* name, std::string_view value) {
    std::string out;
    for (const char c : export_line(value)) {
      if (c == '{' || c == '}') {
        out += c == '{' ? "%7B" : "%7D";  // BibTeX counts braces everywhere
      } else {
        out += c;
      }
    }
    raw(name, out);
  }
  void raw(const char* name, const std::string& value) {
    if (!value.empty()) out_ += ",\n  " + std::string(name) + " = {" + value + "}";
  }
  void macro(const char* name, const char* value) {
    out_ += ",\n  " + std::string(name) + " = " + value;
  }
  std::string end() && { return std::move(out_) + "\n}\n"; }

 private:
  std::string out_;
};

// "Doe, Jr, Jane Q", a group in braces so that it stays one piece.
std::string bibtex_name(const model::Author& author) {
  if (author.collective) return "{" + text_to_tex(export_line(author.name)) + "}";
  const NameParts parts = name_parts(author);
  const bool splits = parts.family.find(" and ") != std::string::npos ||
                      parts.family.find(',') != std::string::npos;
  std::string out = text_to_tex(parts.family);
  if (splits) out = "{" + out + "}";
  if (!parts.suffix.empty()) out += ", " + text_to_tex(parts.suffix);
  if (!parts.given.empty()) out += ", " + text_to_tex(parts.given);
  return out;
}

std::string bibtex_authors(const Article& a) {
  std::string out;
  for (const model::Author& author : a.authors) {
    const std::string name = bibtex_name(author);
    if (!name.empty() && name != "{}") out += (out.empty() ? "" : " and ") + name;
  }
  if (!a.authors_complete) out += out.empty() ? "others" : " and others";
  return out;
}

void bibtex_container(BibtexEntryText& entry, const Article& a, WorkKind kind) {
  switch (kind) {
    case WorkKind::chapter:
      entry.tex("booktitle", a.journal);
      break;
    case WorkKind::trial:
      entry.tex("institution", a.journal.empty() ? "ClinicalTrials.gov" : a.journal);
      entry.raw("type", "Clinical trial registration");
      if (a.pmid.empty() && a.id.rfind("NCT", 0) == 0) entry.tex("number", a.id);
      break;
    case WorkKind::preprint:
    case WorkKind::dataset:
      entry.tex("howpublished", a.journal);  // what styles print of @misc
      entry.tex("journal", a.journal);
      entry.raw("type", kind == WorkKind::preprint ? "Preprint" : "Dataset");
      break;
    default:
      entry.tex("journal", a.journal);
  }
  if (a.journal_abbreviation != a.journal) entry.tex("shortjournal", a.journal_abbreviation);
}

void bibtex_date(BibtexEntryText& entry, const Article& a) {
  const DateParts date = date_parts(a);
  if (date.year == 0) return;
  entry.raw("year", std::to_string(date.year));
  if (date.month == 0) return;
  entry.macro("month", kMonthMacros[static_cast<std::size_t>(date.month - 1)]);
  if (date.day != 0) entry.raw("day", std::to_string(date.day));
}

// Headings hold commas; a lone one is ended by the sign that parts several.
std::string bibtex_keywords(const Article& a) {
  const std::vector<std::string> terms = subject_terms(a);
  const bool divisible = terms.size() == 1 && terms.front().find(',') != std::string::npos;
  return text::join(terms, "; ") + (divisible ? ";" : "");
}

std::string bibtex_pages(const Article& a) {
  std::string pages = text_to_tex(export_line(a.pages));
  // A range is printed with a dash of its own.
  const std::size_t dash = pages.find('-');
  if (dash != std::string::npos && pages.find('-', dash + 1) == std::string::npos) {
    pages.insert(dash, "-");
  }
  return pages;
}

std::string bibtex_entry_text(const ExportRecord& record, const std::string& key) {
  const Article& a = *record.article;
  const WorkKind kind = work_kind(a);
  BibtexEntryText entry(bibtex_type(kind), key);
  // Inner braces keep the letter case of names and symbols.
  const std::string title = text_to_tex(export_line(a.title));
  entry.raw("title", title.empty() ? title : "{" + title + "}");
  entry.raw("author", bibtex_authors(a));
  bibtex_container(entry, a, kind);
  bibtex_date(entry, a);
  entry.tex("volume", a.volume);
  if (kind != WorkKind::trial) entry.tex("number", a.issue);
  entry.raw("pages", bibtex_pages(a));
  entry.tex("issn", text::join(a.issns, ", "));
  entry.verbatim("doi", a.doi);
  entry.verbatim("url", a.url);
  entry.tex("pmid", a.pmid);
  entry.tex("pmcid", a.pmcid);
  entry.tex("record", own_id(a));
  entry.tex("language", text::join(a.languages, "; "));
  entry.tex("publication_types", text::join(export_types(a), "; "));
  entry.tex("keywords", bibtex_keywords(a));
  entry.tex("abstract", a.abstract);
  if (!a.authors.empty()) {
    entry.tex("affiliation", text::join(a.authors.front().affiliations, "; "));
  }
  entry.tex("note", text::join(export_notes(record), "; "));
  return std::move(entry).end();
}

}  // namespace

std::string to_bibtex(std::span<const ExportRecord> records, const KeepGoing& keep_going) {
  const std::vector<std::string> keys = citation_keys(records);
  std::string out;
  for (std::size_t i = 0; i < records.size() && !told_to_stop(keep_going); ++i) {
    out += bibtex_entry_text(records[i], keys[i]) + "\n";
  }
  return out;
}

}  // namespace ev::output
