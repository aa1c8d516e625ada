#include "pipeline/library/csv_columns.hpp"

#include "base/text.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/library/values.hpp"

#include <map>

namespace ev::library {

namespace {

// Letters and digits of the name, in lower case.
std::string plain_name(std::string_view column) {
  std::string out;
  for (const char c : text::to_lower_ascii(column)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

const std::map<std::string_view, CsvField>& columns() {
  using F = CsvField;
  static const std::map<std::string_view, CsvField> table = {
      {"recordid", F::record_id},
      {"recid", F::record_id},
      {"id", F::record_id},
      {"key", F::record_id},
      {"citationkey", F::record_id},
      {"refid", F::record_id},
      {"author", F::authors},
      {"authors", F::authors},
      {"au", F::authors},
      {"authornames", F::authors},
      {"title", F::title},
      {"ti", F::title},
      {"articletitle", F::title},
      {"documenttitle", F::title},
      {"primarytitle", F::title},
      {"year", F::year},
      {"py", F::year},
      {"publicationyear", F::year},
      {"pubyear", F::year},
      {"yearpublished", F::year},
      {"date", F::date},
      {"publicationdate", F::date},
      {"pubdate", F::date},
      {"publisheddate", F::date},
      {"dp", F::date},
      {"journal", F::journal},
      {"journalbook", F::journal},
      {"journaltitle", F::journal},
      {"journalname", F::journal},
      {"source", F::journal},
      {"sourcetitle", F::journal},
      {"publication", F::journal},
      {"publicationtitle", F::journal},
      {"publicationname", F::journal},
      {"secondarytitle", F::journal},
      {"containertitle", F::journal},
      {"venue", F::journal},
      {"so", F::journal},
      {"jt", F::journal},
      {"abbreviatedsourcetitle", F::abbreviation},
      {"journalabbreviation", F::abbreviation},
      {"ta", F::abbreviation},
      {"ji", F::abbreviation},
      {"abstract", F::abstract},
      {"abstracttext", F::abstract},
      {"abstractnote", F::abstract},
      {"ab", F::abstract},
      {"volume", F::volume},
      {"vol", F::volume},
      {"vl", F::volume},
      {"number", F::issue},
      {"issue", F::issue},
      {"issuenumber", F::issue},
      {"pages", F::pages},
      {"page", F::pages},
      {"pagerange", F::pages},
      {"pagestart", F::first_page},
      {"startpage", F::first_page},
      {"bp", F::first_page},
      {"pageend", F::last_page},
      {"endpage", F::last_page},
      {"ep", F::last_page},
      {"doi", F::doi},
      {"di", F::doi},
      {"digitalobjectidentifier", F::doi},
      {"isbn", F::issn},
      {"issn", F::issn},
      {"issnisbn", F::issn},
      {"isbnissn", F::issn},
      {"eissn", F::issn},
      {"sn", F::issn},
      {"ei", F::issn},
      {"pmid", F::pmid},
      {"pm", F::pmid},
      {"pubmedid", F::pmid},
      {"medlinepmid", F::pmid},
      {"pmcid", F::pmcid},
      {"pmc", F::pmcid},
      {"keywords", F::keywords},
      {"keyword", F::keywords},
      {"authorkeywords", F::keywords},
      {"indexkeywords", F::keywords},
      {"de", F::keywords},
      {"mesh", F::mesh},
      {"meshterms", F::mesh},
      {"meshheadings", F::mesh},
      {"language", F::language},
      {"languages", F::language},
      {"la", F::language},
      {"languageoforiginaldocument", F::language},
      {"publicationtype", F::types},
      {"publicationtypes", F::types},
      {"documenttype", F::types},
      {"dt", F::types},
      {"citedby", F::citation_count},
      {"citationcount", F::citation_count},
      {"timescited", F::citation_count},
      {"url", F::url},
      {"urls", F::url},
      {"link", F::url},
      {"database", F::database},
      {"accessionnumber", F::accession},
      {"accession", F::accession},
      {"ut", F::accession},
      {"affiliation", F::affiliation},
      {"authoraddress", F::affiliation},
  };
  return table;
}

bool is_nothing(std::string_view cell) {
  for (const std::string_view known : {"", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"}) {
    if (cell == known) return true;
  }
  return false;
}

void append_with(std::string& out, std::string_view separator, std::string_view value) {
  if (!out.empty()) out += separator;
  out += value;
}

// "2004.0": whole numbers of a data frame.
std::string whole(std::string_view cell) {
  const bool decimal =
      cell.size() > 2 && cell.substr(cell.size() - 2) == ".0" &&
      cell.substr(0, cell.size() - 2).find_first_not_of("0123456789") == std::string_view::npos;
  return std::string(decimal ? cell.substr(0, cell.size() - 2) : cell);
}

void add_all(std::vector<std::string>& list, std::string_view cell) {
  const char separator = cell.find(';') != std::string_view::npos   ? ';'
                         : cell.find('|') != std::string_view::npos ? '|'
                                                                    : ',';
  for (std::string& part : text::split(cell, separator)) list.push_back(std::move(part));
}

// Headings hold commas ("Diabetes Mellitus, Type 2"), so these do not part them.
void add_headings(LooseRecord& r, std::string_view cell) {
  const char separator = cell.find('|') != std::string_view::npos ? '|' : ';';
  for (const std::string& part : text::split(cell, separator)) {
    model::MeshHeading heading = mesh_heading_of(part);
    if (!heading.descriptor.empty()) r.mesh_headings.push_back(std::move(heading));
  }
}

}  // namespace

CsvField csv_field_of(std::string_view column) {
  const auto it = columns().find(plain_name(column));
  return it == columns().end() ? CsvField::other : it->second;
}

namespace {

// Fields whose first cell counts as it is; nullptr for those that take more.
std::string* place_of(CsvField field, LooseRecord& r) {
  switch (field) {
    case CsvField::title:
      return &r.title;
    case CsvField::abstract:
      return &r.abstract;
    case CsvField::year:
      return &r.year;
    case CsvField::date:
      return &r.date;
    case CsvField::journal:
      return &r.journal;
    case CsvField::abbreviation:
      return &r.journal_abbreviation;
    case CsvField::volume:
      return &r.volume;
    case CsvField::issue:
      return &r.issue;
    case CsvField::pages:
    case CsvField::first_page:
      return &r.first_page;
    case CsvField::last_page:
      return &r.last_page;
    case CsvField::doi:
      return &r.doi;
    case CsvField::pmid:
      return &r.pmid;
    case CsvField::pmcid:
      return &r.pmcid;
    case CsvField::database:
      return &r.database;
    case CsvField::accession:
      return &r.accession;
    case CsvField::affiliation:
      return &r.affiliation;
    case CsvField::citation_count:
      return &r.citation_count;
    default:
      return nullptr;
  }
}

}  // namespace

void CsvCells::add(CsvField field, const std::string& column, const std::string& raw) {
  const std::string_view cell = text::trim(raw);
  const bool running_text = field == CsvField::title || field == CsvField::abstract;
  if (cell.empty() || (!running_text && is_nothing(cell))) return;
  if (std::string* place = place_of(field, r_)) {
    if (!place->empty()) return;
    *place = running_text ? std::string(cell) : whole(cell);
    return;
  }
  if (field == CsvField::record_id) {
    r_.metadata.emplace_back("record_id", cell);
  } else if (field == CsvField::authors) {
    if (r_.authors.empty()) r_.authors = people_of(cell, r_.authors_complete);
  } else if (field == CsvField::issn) {
    append_with(r_.issns, " ", cell);
  } else if (field == CsvField::keywords) {
    add_all(r_.keywords, cell);
  } else if (field == CsvField::mesh) {
    add_headings(r_, cell);
  } else if (field == CsvField::language) {
    append_with(r_.language, ";", cell);
  } else if (field == CsvField::types) {
    for (std::string& part : text::split(cell, ';')) r_.types.push_back(std::move(part));
  } else if (field == CsvField::url) {
    r_.urls.emplace_back(cell);
  } else {
    r_.metadata.emplace_back(column.empty() ? "unnamed column" : column, cell);
  }
}

}  // namespace ev::library
