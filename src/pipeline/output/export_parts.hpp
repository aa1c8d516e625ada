// What the export formats share: the kind of a work, names taken apart, dates, notes, keys of
// citations. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/output/exports.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::output {

// Which of the types of the formats a record is.
enum class WorkKind { journal_article, preprint, book, chapter, trial, dataset, thesis, report };
WorkKind work_kind(const model::Article& article);

// One line: displayable, white space squeezed.
std::string export_line(std::string_view text);
// Always quoted. A cell that a spreadsheet would run as a formula, full-width signs included, gets
// an apostrophe in front, which the import takes away again.
std::string csv_cell(std::string value);

struct NameParts {
  std::string family;
  std::string given;   // first names, or initials when that is all
  std::string suffix;  // Jr, III
};
// Of a person; a name that cannot be taken apart is all family name.
NameParts name_parts(const model::Author& author);
// "Doe, Jane Q, Jr".
std::string inverted_name(const model::Author& author);

struct DateParts {
  int year = 0;  // 0 = unknown
  int month = 0;
  int day = 0;
};
DateParts date_parts(const model::Article& article);

// The record's own types, with "Retracted Publication" and "Preprint" where the record is one and
// no type says so: other programs tell by them.
std::vector<std::string> export_types(const model::Article& article);
// Descriptors with their qualifiers as MEDLINE writes them: "*Heading/qualifier".
std::string heading_text(const model::MeshHeading& heading);
// Keywords, then descriptors, each once.
std::vector<std::string> subject_terms(const model::Article& article);

// "RETRACTED (notice: PubMed 90000002, 2018-07)", "" when nothing is known against the record. No
// identifier in notes is written so that an importer could take it for the record's own.
std::string status_note(const model::Article& article);
// Everything that has no field: status, rank and score, related records, other identifiers, the
// state of a trial, the mark of the built-in sample.
std::vector<std::string> export_notes(const ExportRecord& record);
inline bool told_to_stop(const KeepGoing& keep_going) {
  return keep_going && !keep_going();
}
// "PPR:PPR1" of a record without PMID; "" with one.
std::string own_id(const model::Article& article);
// "0.834": four digits at most.
std::string score_text(double score);

// Keys for \cite and pandoc's @: family name, year, identifier ("grosse2024-90000001"). They
// depend on the record only; two equal ones of a file get b, c ….
std::vector<std::string> citation_keys(std::span<const ExportRecord> records);

}  // namespace ev::output
