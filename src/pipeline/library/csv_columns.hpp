// Which field of a record a column of a table is, and how its cells are written. Pure.
#pragma once

#include "pipeline/library/loose_record.hpp"

#include <string>
#include <string_view>

namespace ev::library {

enum class CsvField {
  other,  // kept in metadata
  record_id,
  authors,
  title,
  year,
  date,
  journal,
  abbreviation,
  abstract,
  volume,
  issue,
  pages,
  first_page,
  last_page,
  doi,
  issn,
  pmid,
  pmcid,
  nct_ids,
  keywords,
  mesh,
  language,
  types,
  citation_count,
  url,
  database,
  accession,
  affiliation,
};

// "Publication Year" and "publication_year" are one name; a byte order mark is ignored.
CsvField csv_field_of(std::string_view column);

// Puts cells where they belong. "NA", "NaN" and "NULL" are what data frames write for nothing; an
// apostrophe before = + - @ or a tab is the guard writers of tables put there against formulas, no
// text.
class CsvCells {
 public:
  explicit CsvCells(LooseRecord& record) : r_(record) {}
  void add(CsvField field, const std::string& column, const std::string& cell);

 private:
  LooseRecord& r_;
};

}  // namespace ev::library
