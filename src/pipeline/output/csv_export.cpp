#include "base/text.hpp"
#include "pipeline/output/export_parts.hpp"

#include <algorithm>
#include <set>

namespace ev::output {

namespace {

using model::Article;

// Terms and names may hold commas and "and", so a lone one is ended by the semicolon that parts
// several.
std::string csv_list(const std::vector<std::string>& values) {
  std::vector<std::string> lines;
  for (const std::string& value : values) {
    std::string line = export_line(value);
    std::replace(line.begin(), line.end(), ';', ',');
    if (!line.empty()) lines.push_back(std::move(line));
  }
  std::string out = text::join(lines, "; ");
  const bool divisible =
      out.find_first_of(",|") != std::string::npos || out.find(" and ") != std::string::npos;
  if (lines.size() == 1 && divisible) out += ";";
  return out;
}

std::string csv_authors(const Article& a) {
  std::vector<std::string> names;
  for (const model::Author& author : a.authors) names.push_back(inverted_name(author));
  if (!a.authors_complete) names.emplace_back("et al.");
  return csv_list(names);
}

std::string csv_headings(const Article& a) {
  std::vector<std::string> headings;
  for (const model::MeshHeading& heading : a.mesh_headings)
    headings.push_back(heading_text(heading));
  return csv_list(headings);
}

std::string csv_related(const Article& a) {
  std::vector<std::string> related;
  for (const model::Relation& relation : a.related) {
    related.push_back(relation.type + " " + relation.id);
  }
  return csv_list(related);
}

std::string csv_abstract(const Article& a) {
  return std::string(text::trim(text::displayable(a.abstract)));
}

const char* kind_name(WorkKind kind) {
  switch (kind) {
    case WorkKind::journal_article:
      return "journal article";
    case WorkKind::preprint:
      return "preprint";
    case WorkKind::book:
      return "book";
    case WorkKind::chapter:
      return "book chapter";
    case WorkKind::trial:
      return "trial registration";
    case WorkKind::dataset:
      return "dataset";
    case WorkKind::thesis:
      return "thesis";
    case WorkKind::report:
      return "report";
  }
  return "";
}

struct Column {
  const char* name;
  std::string (*value)(const ExportRecord&);
};

std::string year_column(const ExportRecord& r) {
  const auto year = model::year_of(*r.article);
  return year ? std::to_string(*year) : std::string();
}

std::string trial_column(const ExportRecord& r) {
  return r.article->trial ? r.article->trial->status : std::string();
}

std::string retraction_column(const ExportRecord& r) {
  const model::RetractionStatus status = r.article->retraction.status;
  return status == model::RetractionStatus::none ? std::string() : std::string(wire_name(status));
}

// The names are those the import knows, where it has a field for them.
constexpr Column kColumnsOfExport[] = {
    {"pmid", [](const ExportRecord& r) { return export_line(r.article->pmid); }},
    {"record_id", [](const ExportRecord& r) { return export_line(model::item_id(*r.article)); }},
    {"title", [](const ExportRecord& r) { return export_line(r.article->title); }},
    {"authors", [](const ExportRecord& r) { return csv_authors(*r.article); }},
    {"year", year_column},
    {"publication_date", [](const ExportRecord& r) { return r.article->publication_date; }},
    {"journal", [](const ExportRecord& r) { return export_line(r.article->journal); }},
    {"journal_abbreviation",
     [](const ExportRecord& r) { return export_line(r.article->journal_abbreviation); }},
    {"volume", [](const ExportRecord& r) { return export_line(r.article->volume); }},
    {"issue", [](const ExportRecord& r) { return export_line(r.article->issue); }},
    {"pages", [](const ExportRecord& r) { return export_line(r.article->pages); }},
    {"doi", [](const ExportRecord& r) { return export_line(r.article->doi); }},
    {"pmcid", [](const ExportRecord& r) { return export_line(r.article->pmcid); }},
    {"nct_ids", [](const ExportRecord& r) { return csv_list(r.article->nct_ids); }},
    {"openalex_id", [](const ExportRecord& r) { return export_line(r.article->openalex_id); }},
    {"europepmc_id", [](const ExportRecord& r) { return export_line(r.article->europepmc_id); }},
    {"url", [](const ExportRecord& r) { return export_line(r.article->url); }},
    {"issn", [](const ExportRecord& r) { return text::join(r.article->issns, " "); }},
    {"languages", [](const ExportRecord& r) { return text::join(r.article->languages, ";"); }},
    {"kind", [](const ExportRecord& r) { return std::string(kind_name(work_kind(*r.article))); }},
    {"publication_types", [](const ExportRecord& r) { return csv_list(export_types(*r.article)); }},
    {"retraction", retraction_column},
    {"retraction_note", [](const ExportRecord& r) { return status_note(*r.article); }},
    {"trial_status", trial_column},
    {"keywords", [](const ExportRecord& r) { return csv_list(r.article->keywords); }},
    {"mesh_headings", [](const ExportRecord& r) { return csv_headings(*r.article); }},
    {"abstract", [](const ExportRecord& r) { return csv_abstract(*r.article); }},
    {"citation_count",
     [](const ExportRecord& r) {
       return r.article->citation_count ? std::to_string(*r.article->citation_count)
                                        : std::string();
     }},
    {"related", [](const ExportRecord& r) { return csv_related(*r.article); }},
    {"rank",
     [](const ExportRecord& r) { return r.rank ? std::to_string(*r.rank) : std::string(); }},
    {"score", [](const ExportRecord& r) { return r.score ? score_text(*r.score) : std::string(); }},
    {"notes", [](const ExportRecord& r) { return text::join(export_notes(r), ". "); }},
};

// In the order they first come.
std::vector<std::string> feature_names(std::span<const ExportRecord> records) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const ExportRecord& record : records) {
    for (const auto& [name, value] : record.features) {
      if (seen.insert(name).second) out.push_back(name);
    }
  }
  return out;
}

// A field of the caller's own may be called like a column of the record.
std::string feature_column(const std::string& name) {
  for (const Column& column : kColumnsOfExport) {
    if (name == column.name) return "extracted_" + name;
  }
  return name;
}

}  // namespace

std::string to_csv(std::span<const ExportRecord> records, const KeepGoing& keep_going) {
  const std::vector<std::string> features = feature_names(records);
  std::string out;
  for (const Column& column : kColumnsOfExport) {
    out += (out.empty() ? "" : ",") + csv_cell(column.name);
  }
  for (const std::string& name : features) out += "," + csv_cell(export_line(feature_column(name)));
  out += "\r\n";
  for (const ExportRecord& record : records) {
    if (told_to_stop(keep_going)) break;
    bool first = true;
    for (const Column& column : kColumnsOfExport) {
      out += (first ? "" : ",") + csv_cell(column.value(record));
      first = false;
    }
    for (const std::string& name : features) {
      const auto it = std::find_if(record.features.begin(), record.features.end(),
                                   [&name](const auto& feature) { return feature.first == name; });
      out += "," + csv_cell(it == record.features.end() ? std::string() : export_line(it->second));
    }
    out += "\r\n";
  }
  return out;
}

}  // namespace ev::output
