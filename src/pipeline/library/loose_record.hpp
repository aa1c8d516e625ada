// What RIS, CSV, EndNote XML and BibTeX say about a reference, field by field as written, before it
// becomes an Article. Their writers differ in where they put identifiers, so every text that may
// hold one is looked at: a PMID counts only where the field, the database or the text itself says
// that it is one. Pure.
//
// metadata keeps what has no field: record_id, database, accession_number, reference_type,
// publisher, isbn, notes and whatever a format adds.
#pragma once

#include "pipeline/library/record_source.hpp"
#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::library {

struct LooseRecord {
  std::string title, abstract, journal, journal_abbreviation;
  std::vector<model::Author> authors;
  bool authors_complete = true;
  std::string affiliation;  // of the first author
  std::string date, year;
  std::string volume, issue, first_page, last_page;
  std::string doi, pmid, pmcid;
  std::string nct_ids;                    // of a field that is for them
  std::string accession, database;        // an accession of PubMed or MEDLINE is a PMID
  std::vector<std::string> may_name_ids;  // free text: URLs, notes, custom fields
  std::vector<std::string> urls, keywords;
  std::string issns, language, citation_count;
  std::vector<std::string> types;  // publication types
  std::vector<model::MeshHeading> mesh_headings;
  std::vector<std::pair<std::string, std::string>> metadata;
  bool is_book = false;
  bool is_preprint = false;
};

// Errors: invalid_argument when nothing of the record is given.
Result<model::Article> article_of(LooseRecord record, std::uint64_t line, Notes& notes);

// "*Heading/*qualifier/qualifier" as MEDLINE writes it.
model::MeshHeading mesh_heading_of(std::string_view text);

}  // namespace ev::library
