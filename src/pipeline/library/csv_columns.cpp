#include "pipeline/library/csv_columns.hpp"

#include "base/text.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/library/values.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

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

// Names as plain_name() gives them.
constexpr std::pair<std::string_view, CsvField> kColumns[] = {
    {"recordid", CsvField::record_id},
    {"recid", CsvField::record_id},
    {"id", CsvField::record_id},
    {"key", CsvField::record_id},
    {"citationkey", CsvField::record_id},
    {"refid", CsvField::record_id},
    {"author", CsvField::authors},
    {"authors", CsvField::authors},
    {"au", CsvField::authors},
    {"authornames", CsvField::authors},
    {"title", CsvField::title},
    {"ti", CsvField::title},
    {"articletitle", CsvField::title},
    {"documenttitle", CsvField::title},
    {"primarytitle", CsvField::title},
    {"year", CsvField::year},
    {"py", CsvField::year},
    {"publicationyear", CsvField::year},
    {"pubyear", CsvField::year},
    {"yearpublished", CsvField::year},
    {"date", CsvField::date},
    {"publicationdate", CsvField::date},
    {"pubdate", CsvField::date},
    {"publisheddate", CsvField::date},
    {"dp", CsvField::date},
    {"journal", CsvField::journal},
    {"journalbook", CsvField::journal},
    {"journaltitle", CsvField::journal},
    {"journalname", CsvField::journal},
    {"source", CsvField::journal},
    {"sourcetitle", CsvField::journal},
    {"publication", CsvField::journal},
    {"publicationtitle", CsvField::journal},
    {"publicationname", CsvField::journal},
    {"secondarytitle", CsvField::journal},
    {"containertitle", CsvField::journal},
    {"venue", CsvField::journal},
    {"so", CsvField::journal},
    {"jt", CsvField::journal},
    {"abbreviatedsourcetitle", CsvField::abbreviation},
    {"journalabbreviation", CsvField::abbreviation},
    {"ta", CsvField::abbreviation},
    {"ji", CsvField::abbreviation},
    {"abstract", CsvField::abstract},
    {"abstracttext", CsvField::abstract},
    {"abstractnote", CsvField::abstract},
    {"ab", CsvField::abstract},
    {"volume", CsvField::volume},
    {"vol", CsvField::volume},
    {"vl", CsvField::volume},
    {"number", CsvField::issue},
    {"issue", CsvField::issue},
    {"issuenumber", CsvField::issue},
    {"pages", CsvField::pages},
    {"page", CsvField::pages},
    {"pagerange", CsvField::pages},
    {"pagestart", CsvField::first_page},
    {"startpage", CsvField::first_page},
    {"bp", CsvField::first_page},
    {"pageend", CsvField::last_page},
    {"endpage", CsvField::last_page},
    {"ep", CsvField::last_page},
    {"doi", CsvField::doi},
    {"di", CsvField::doi},
    {"digitalobjectidentifier", CsvField::doi},
    {"isbn", CsvField::issn},
    {"issn", CsvField::issn},
    {"issnisbn", CsvField::issn},
    {"isbnissn", CsvField::issn},
    {"eissn", CsvField::issn},
    {"sn", CsvField::issn},
    {"ei", CsvField::issn},
    {"pmid", CsvField::pmid},
    {"pm", CsvField::pmid},
    {"pubmedid", CsvField::pmid},
    {"medlinepmid", CsvField::pmid},
    {"pmcid", CsvField::pmcid},
    {"pmc", CsvField::pmcid},
    {"nct", CsvField::nct_ids},
    {"nctid", CsvField::nct_ids},
    {"nctids", CsvField::nct_ids},
    {"nctnumber", CsvField::nct_ids},
    {"keywords", CsvField::keywords},
    {"keyword", CsvField::keywords},
    {"authorkeywords", CsvField::keywords},
    {"indexkeywords", CsvField::keywords},
    {"de", CsvField::keywords},
    {"mesh", CsvField::mesh},
    {"meshterms", CsvField::mesh},
    {"meshheadings", CsvField::mesh},
    {"language", CsvField::language},
    {"languages", CsvField::language},
    {"la", CsvField::language},
    {"languageoforiginaldocument", CsvField::language},
    {"publicationtype", CsvField::types},
    {"publicationtypes", CsvField::types},
    {"documenttype", CsvField::types},
    {"dt", CsvField::types},
    {"citedby", CsvField::citation_count},
    {"citationcount", CsvField::citation_count},
    {"timescited", CsvField::citation_count},
    {"url", CsvField::url},
    {"urls", CsvField::url},
    {"link", CsvField::url},
    {"database", CsvField::database},
    {"accessionnumber", CsvField::accession},
    {"accession", CsvField::accession},
    {"ut", CsvField::accession},
    {"affiliation", CsvField::affiliation},
    {"authoraddress", CsvField::affiliation},
};

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

std::string_view without_guard(std::string_view cell) {
  if (!cell.starts_with('\'')) return cell;
  constexpr std::string_view kFormula[] = {"=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"};
  const std::string_view bare = cell.substr(1);
  const bool guarded =
      std::any_of(std::begin(kFormula), std::end(kFormula),
                  [bare](std::string_view sign) { return bare.starts_with(sign); });
  return guarded ? bare : cell;
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
  const std::string name = plain_name(column);
  for (const auto& [known, field] : kColumns) {
    if (known == name) return field;
  }
  return CsvField::other;
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
    case CsvField::nct_ids:
      return &r.nct_ids;
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
  const std::string_view cell = without_guard(text::trim(raw));
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
