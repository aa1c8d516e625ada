#include "base/text.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/output/export_parts.hpp"

#include <nlohmann/json.hpp>

namespace ev::output {

namespace {

using model::Article;

const char* csl_type(WorkKind kind) {
  switch (kind) {
    case WorkKind::journal_article:
      return "article-journal";
    case WorkKind::preprint:
      return "article";
    case WorkKind::book:
      return "book";
    case WorkKind::chapter:
      return "chapter";
    case WorkKind::trial:
    case WorkKind::report:
      return "report";
    case WorkKind::dataset:
      return "dataset";
    case WorkKind::thesis:
      return "thesis";
  }
  return "document";
}

void csl_text(Json& item, const char* name, std::string_view value) {
  if (std::string line = export_line(value); !line.empty()) item[name] = std::move(line);
}

Json csl_name(const model::Author& author) {
  if (author.collective) return {{"literal", export_line(author.name)}};
  const NameParts parts = name_parts(author);
  Json out = {{"family", parts.family}};
  if (!parts.given.empty()) out["given"] = parts.given;
  if (!parts.suffix.empty()) out["suffix"] = parts.suffix;
  return out;
}

void csl_authors(Json& item, const Article& a) {
  Json names = Json::array();
  for (const model::Author& author : a.authors) {
    if (!export_line(author.name + author.last_name).empty()) names.push_back(csl_name(author));
  }
  if (!names.empty()) item["author"] = std::move(names);
}

void csl_date(Json& item, const Article& a) {
  const DateParts date = date_parts(a);
  if (date.year == 0) return;
  Json parts = {date.year};
  if (date.month != 0) parts.push_back(date.month);
  if (date.month != 0 && date.day != 0) parts.push_back(date.day);
  item["issued"]["date-parts"] = Json::array({std::move(parts)});
}

void csl_container(Json& item, const Article& a, WorkKind kind) {
  if (kind == WorkKind::trial) {
    item["genre"] = "Clinical trial registration";
    csl_text(item, "publisher", a.journal.empty() ? "ClinicalTrials.gov" : a.journal);
    if (a.pmid.empty()) csl_text(item, "number", a.id);
    return;
  }
  if (kind == WorkKind::preprint) item["genre"] = "Preprint";
  // A server of preprints publishes, it contains nothing.
  csl_text(item, kind == WorkKind::preprint ? "publisher" : "container-title", a.journal);
  if (kind != WorkKind::preprint && a.journal_abbreviation != a.journal) {
    csl_text(item, "container-title-short", a.journal_abbreviation);
  }
}

// Two-letter codes where there is one.
std::string csl_language(const Article& a) {
  if (a.languages.empty()) return {};
  const model::Language* known = model::find_language(a.languages.front());
  return known != nullptr && !known->short_code.empty() ? std::string(known->short_code)
                                                        : a.languages.front();
}

// Line breaks stay: JSON carries them.
std::string csl_abstract(const Article& a) {
  return std::string(text::trim(text::displayable(a.abstract)));
}

Json csl_item(const ExportRecord& record, const std::string& key) {
  const Article& a = *record.article;
  const WorkKind kind = work_kind(a);
  Json item = {{"id", key}, {"type", csl_type(kind)}};
  csl_text(item, "title", a.title);
  csl_authors(item, a);
  csl_date(item, a);
  csl_container(item, a, kind);
  csl_text(item, "volume", a.volume);
  csl_text(item, "issue", a.issue);
  csl_text(item, "page", a.pages);
  csl_text(item, "ISSN", text::join(a.issns, ", "));
  csl_text(item, "DOI", a.doi);
  csl_text(item, "PMID", a.pmid);
  csl_text(item, "PMCID", a.pmcid);
  csl_text(item, "URL", a.url);
  csl_text(item, "language", csl_language(a));
  if (std::string abstract = csl_abstract(a); !abstract.empty()) {
    item["abstract"] = std::move(abstract);
  }
  csl_text(item, "keyword", text::join(subject_terms(a), "; "));
  if (a.retraction.status == model::RetractionStatus::retracted) item["status"] = "retracted";
  std::vector<std::string> notes = export_notes(record);
  if (const std::string id = own_id(a); !id.empty()) notes.push_back("Record: " + id);
  const std::vector<std::string> types = export_types(a);
  if (!types.empty()) notes.push_back("Publication types: " + text::join(types, "; "));
  csl_text(item, "note", text::join(notes, ". "));
  return item;
}

}  // namespace

std::string to_csl_json(std::span<const ExportRecord> records, const KeepGoing& keep_going) {
  const std::vector<std::string> keys = citation_keys(records);
  std::string out = "[";
  for (std::size_t i = 0; i < records.size() && !told_to_stop(keep_going); ++i) {
    out += (i == 0 ? "\n" : ",\n") + dump_json(csl_item(records[i], keys[i]));
  }
  return out + (records.empty() ? "]\n" : "\n]\n");
}

}  // namespace ev::output
