#include "pipeline/library/nbib.hpp"

#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/library/loose_record.hpp"
#include "pipeline/library/tagged_lines.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/pubmed_dates.hpp"
#include "pipeline/sources/pubmed_record.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ev::library {

namespace {

using model::Article;

struct NbibField {
  std::string tag;
  std::string value;
};

std::vector<NbibField> fields_of(std::string_view bytes) {
  std::vector<NbibField> fields;
  each_line(bytes, 0, [&](std::string_view line, std::uint64_t) {
    const std::string_view tag = medline_tag(line);
    if (!tag.empty()) {
      fields.push_back({std::string(tag), std::string(tagged_value(line))});
    } else if (!fields.empty()) {
      const std::string_view more = text::trim(line);
      if (!more.empty() && !fields.back().value.empty()) fields.back().value += ' ';
      fields.back().value += more;
    }
  });
  return fields;
}

// What is gathered while the fields are read.
struct NbibReading {
  Article a;
  std::string title, book_title, abstract, publisher, created;
  std::vector<std::string> first_affiliations;  // of records that name them before any author
  std::string other_language;
  std::vector<std::string> gene_symbols;
  bool name_given = false;  // by FAU; AU repeats it in short
};

constexpr std::pair<std::string_view, std::string_view> kComments[] = {
    {"CIN", "CommentIn"},
    {"CON", "CommentOn"},
    {"EIN", "ErratumIn"},
    {"EFR", "ErratumFor"},
    {"CRI", "CorrectedandRepublishedIn"},
    {"CRF", "CorrectedandRepublishedFrom"},
    {"DDIN", "AssociatedDataset"},
    {"DRIN", "AssociatedPublication"},
    {"ECI", "ExpressionOfConcernIn"},
    {"ECF", "ExpressionOfConcernFor"},
    {"RPI", "RepublishedIn"},
    {"RPF", "RepublishedFrom"},
    {"RRI", "RetractedandRepublishedIn"},
    {"RRF", "RetractedandRepublishedFrom"},
    {"RIN", "RetractionIn"},
    {"ROF", "RetractionOf"},
    {"UIN", "UpdateIn"},
    {"UOF", "UpdateOf"},
    {"SPIN", "SummaryForPatientsIn"},
    {"ORI", "OriginalReportIn"},
    {"PRIN", "PartialRetractionIn"},
    {"PROF", "PartialRetractionOf"},
};

// "J Inv Med. 2020 Jan;1(2):3-4. doi: 10.1/x. PMID: 90000001".
void add_comment(NbibReading& r, std::string_view type, const std::string& value) {
  model::CommentsCorrection c{
      .type = std::string(type), .source = value, .pmid = pmid_named_in(value)};
  if (!c.pmid.empty()) {
    const std::size_t at = c.source.rfind("PMID:");
    if (at != std::string::npos) c.source = std::string(text::trim(c.source.substr(0, at)));
  }
  r.a.comments_corrections.push_back(std::move(c));
}

bool is_name_suffix(std::string_view word) {
  for (const std::string_view known : {"Jr", "Sr", "2nd", "3rd", "4th", "II", "III", "IV"}) {
    if (word == known) return true;
  }
  return false;
}

void add_full_author(NbibReading& r, const std::string& value) {
  r.a.authors.push_back(medline_person(value));
  r.name_given = true;
}

// "Doe JQ" or "Doe JQ Jr": the short form brings the printed initials.
void add_short_author(NbibReading& r, const std::string& value) {
  if (is_et_al(value)) {
    r.a.authors_complete = false;
    return;
  }
  std::vector<std::string> words = text::split(value, ' ');
  std::string suffix;
  if (words.size() > 2 && is_name_suffix(words.back())) {
    suffix = words.back();
    words.pop_back();
  }
  if (std::exchange(r.name_given, false)) {
    if (words.size() > 1) r.a.authors.back().initials = words.back();
    return;
  }
  model::Author author{.name = value};
  if (words.size() > 1) {
    author.initials = words.back();
    words.pop_back();
  }
  author.last_name = text::join(words, " ");
  r.a.authors.push_back(std::move(author));
}

void add_group(NbibReading& r, const std::string& value) {
  r.a.authors.push_back({.name = value, .collective = true});
  r.name_given = false;
}

void add_author_address(NbibReading& r, const std::string& value) {
  if (r.a.authors.empty()) {
    r.first_affiliations.push_back(value);
  } else {
    r.a.authors.back().affiliations.push_back(value);
  }
}

void add_orcid(NbibReading& r, const std::string& value) {
  if (r.a.authors.empty() || value.rfind("ORCID", 0) != 0) return;
  r.a.authors.back().orcid = sources::orcid_in(value);
}

// "10.1/x [doi]", "e12 [pii]".
void add_location(NbibReading& r, const std::string& value, bool overrides) {
  const std::size_t open = value.rfind('[');
  if (open == std::string::npos) return;
  const std::string kind = value.substr(open + 1, value.find(']', open) - open - 1);
  const std::string id(text::trim(std::string_view(value).substr(0, open)));
  if (kind == "doi" && (overrides || r.a.doi.empty())) r.a.doi = sources::normal_doi(id);
  if (kind == "pii") r.a.metadata["pii"] = id;
  if (kind == "mid") r.a.metadata["manuscript_id"] = id;
  if (kind == "bookaccession") r.a.metadata["book_accession"] = id;
}

bool is_acronym(std::string_view s) {
  bool letter = false;
  for (const char c : s) {
    if (c >= 'A' && c <= 'Z')
      letter = true;
    else if (c != '_')
      return false;
  }
  return letter && s.size() <= 5;
}

// "R01 HL1/HL/NHLBI NIH HHS/United States": identifier/acronym/agency/country, absent ones left
// out; identifiers may hold slashes of their own.
void add_grant(NbibReading& r, const std::string& value) {
  std::vector<std::string> parts = text::split(value, '/');
  for (std::string& part : parts) part = squeezed(part);
  model::Grant grant;
  if (parts.size() > 1) {
    grant.country = std::move(parts.back());
    parts.pop_back();
  }
  grant.agency = std::move(parts.back());
  parts.pop_back();
  if (parts.size() > 1 && is_acronym(parts.back())) {
    grant.acronym = std::move(parts.back());
    parts.pop_back();
  }
  grant.id = text::join(parts, "/");
  if (!(grant == model::Grant{})) r.a.grants.push_back(std::move(grant));
}

// "0 (Substance)", "EC 1.1.1.1 (Substance (kind))".
void add_chemical(NbibReading& r, const std::string& value) {
  const std::size_t open = value.find(" (");
  model::Chemical chemical;
  if (open == std::string::npos || value.back() != ')') {
    chemical.name = value;
  } else {
    chemical.registry_number = value.substr(0, open);
    chemical.name = value.substr(open + 2, value.size() - open - 3);
  }
  if (chemical.registry_number == "0") chemical.registry_number.clear();
  r.a.chemicals.push_back(std::move(chemical));
}

// "ClinicalTrials.gov/NCT01234567": name of the data bank and number.
void add_data_bank(NbibReading& r, const std::string& value) {
  const std::size_t slash = value.find('/');
  if (slash == std::string::npos || slash + 1 == value.size()) return;
  add_once(r.a.registry_ids, value.substr(0, slash) + ":" + value.substr(slash + 1));
  sources::add_nct_ids(std::string_view(value).substr(slash + 1), r.a.nct_ids);
}

void set_date(NbibReading& r, const std::string& value) {
  const LooseDate date = loose_date(value, "");
  const bool plain = date.original.empty();
  // A span or a season is as precise as its first month.
  r.a.publication_date = plain ? date.iso : sources::iso_of_text(value).substr(0, 7);
  if (!plain || date.iso.empty()) r.a.metadata["original_date"] = value;
}

// "20190307".
std::string date_of_digits(std::string_view s) {
  if (s.size() != 8) return "";
  const std::string iso = std::string(s.substr(0, 4)) + "-" + std::string(s.substr(4, 2)) + "-" +
                          std::string(s.substr(6));
  return parse_date(iso) ? iso : "";
}

void add_other_abstract(NbibReading& r, const std::string& value) {
  Article parts;
  set_abstract(value, parts);
  r.a.other_abstracts.push_back({.text = std::move(parts.abstract)});
}

// "2020/03/01 00:00 [retracted]".
void add_history(NbibReading& r, const std::string& value) {
  if (value.find("[retracted]") == std::string::npos) return;
  r.a.retraction.date = loose_date(value.substr(0, 10), "").iso;
}

void add_heading(NbibReading& r, const std::string& value) {
  model::MeshHeading heading = mesh_heading_of(value);
  if (!heading.descriptor.empty()) r.a.mesh_headings.push_back(std::move(heading));
}

void add_keyword(NbibReading& r, std::string_view value) {
  if (!value.empty() && value.front() == '*') value.remove_prefix(1);
  add_once(r.a.keywords, squeezed(value));
}

void add_issn(NbibReading& r, const std::string& value) {
  add_once(r.a.issns, squeezed(value.substr(0, value.find('('))));
}

using NbibSetter = void (*)(NbibReading&, const std::string&);
const std::map<std::string_view, NbibSetter>& setters() {
  static const std::map<std::string_view, NbibSetter> table = {
      {"PMID", [](NbibReading& r, const std::string& v) { r.a.pmid = v; }},
      {"STAT", [](NbibReading& r, const std::string& v) { r.a.metadata["status"] = v; }},
      {"TI", [](NbibReading& r, const std::string& v) { r.title = v; }},
      {"TT", [](NbibReading& r, const std::string& v) { r.a.vernacular_title = v; }},
      {"BTI", [](NbibReading& r, const std::string& v) { r.book_title = v; }},
      {"PB", [](NbibReading& r, const std::string& v) { r.publisher = v; }},
      {"CDAT", [](NbibReading& r, const std::string& v) { r.created = v; }},
      {"EN", [](NbibReading& r, const std::string& v) { r.a.metadata["edition"] = v; }},
      {"ISBN", [](NbibReading& r, const std::string& v) { r.a.metadata["isbn"] = v; }},
      {"AB", [](NbibReading& r,
                const std::string& v) { r.abstract += (r.abstract.empty() ? "" : " ") + v; }},
      {"OAB", add_other_abstract},
      {"OABL",
       [](NbibReading& r, const std::string& v) {
         if (!r.a.other_abstracts.empty()) r.a.other_abstracts.back().language = v;
       }},
      {"FAU", add_full_author},
      {"AU", add_short_author},
      {"CN", add_group},
      {"AD", add_author_address},
      {"AUID", add_orcid},
      {"JT", [](NbibReading& r, const std::string& v) { r.a.journal = v; }},
      {"TA", [](NbibReading& r, const std::string& v) { r.a.journal_abbreviation = v; }},
      {"IS", add_issn},
      {"VI", [](NbibReading& r, const std::string& v) { r.a.volume = v; }},
      {"IP", [](NbibReading& r, const std::string& v) { r.a.issue = v; }},
      {"PG", [](NbibReading& r, const std::string& v) { r.a.pages = v; }},
      {"DP", set_date},
      {"DEP",
       [](NbibReading& r, const std::string& v) {
         add_metadata(r.a, "electronic_date", date_of_digits(v));
       }},
      {"LID", [](NbibReading& r, const std::string& v) { add_location(r, v, false); }},
      {"AID", [](NbibReading& r, const std::string& v) { add_location(r, v, true); }},
      {"PMC", [](NbibReading& r, const std::string& v) { r.a.pmcid = sources::normal_pmcid(v); }},
      {"MID", [](NbibReading& r, const std::string& v) { r.a.metadata["manuscript_id"] = v; }},
      {"MH", add_heading},
      {"OT", [](NbibReading& r, const std::string& v) { add_keyword(r, v); }},
      {"PT", [](NbibReading& r, const std::string& v) { r.a.publication_types.push_back(v); }},
      {"LA", [](NbibReading& r, const std::string& v) { add_once(r.a.languages, v); }},
      {"GR", add_grant},
      {"RN", add_chemical},
      {"NM", [](NbibReading& r, const std::string& v) { add_once(r.a.supplementary_concepts, v); }},
      {"SI", add_data_bank},
      {"GS", [](NbibReading& r, const std::string& v) { add_once(r.gene_symbols, v); }},
      {"GN", [](NbibReading& r, const std::string& v) { add_metadata(r.a, "general_note", v); }},
      {"COIS", [](NbibReading& r, const std::string& v) { r.a.coi_statement = v; }},
      {"PHST", add_history},
  };
  return table;
}

void set_field(NbibReading& r, const NbibField& field) {
  if (field.value.empty()) return;
  if (const auto it = setters().find(field.tag); it != setters().end()) {
    return it->second(r, field.value);
  }
  for (const auto& [tag, type] : kComments) {
    if (tag == field.tag) return add_comment(r, type, field.value);
  }
}

bool is_pmid(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

void finish(NbibReading& r, const RawRecord& record, Notes& notes) {
  Article& a = r.a;
  set_abstract(r.abstract, a);
  // A chapter has a title of its own; a whole book only BTI.
  a.is_book = !r.book_title.empty();
  const bool chapter = a.is_book && !r.title.empty();
  sources::set_pubmed_title(a.is_book && !chapter ? r.book_title : r.title, a);
  if (chapter) a.journal = r.book_title;
  add_metadata(a, "publisher", a.is_book ? r.publisher : "");
  if (a.is_book && !r.created.empty()) {
    const std::string created = loose_date(r.created.substr(0, 10), "").iso;
    if (a.publication_date.empty()) a.publication_date = created;
    add_metadata(a, "electronic_date", created);
  }
  if (a.journal.empty()) a.journal = a.journal_abbreviation;
  if (!r.first_affiliations.empty() && !a.authors.empty()) {
    auto& first = a.authors.front().affiliations;
    first.insert(first.begin(), r.first_affiliations.begin(), r.first_affiliations.end());
  }
  add_metadata(a, "gene_symbols", text::join(r.gene_symbols, "; "));
  const bool known = is_pmid(a.pmid);
  if (!known && !a.pmid.empty()) {
    notes.add("the PMID is no number; it is kept in metadata as pmid_as_given", record.line);
    add_metadata(a, "pmid_as_given", std::exchange(a.pmid, ""));
  }
  sources::complete_pubmed_record(a);
  if (known) return;
  a.metadata.erase("source");
  a.url = a.doi.empty() ? "" : "https://doi.org/" + a.doi;
}

}  // namespace

std::string_view nbib_comment_tag(std::string_view type) {
  for (const auto& [tag, known] : kComments) {
    if (known == type) return tag;
  }
  return {};
}

Result<model::Article> read_nbib(std::string_view bytes, const RawRecord& record, Notes& notes) {
  NbibReading r;
  const std::vector<NbibField> fields = fields_of(bytes);
  for (const NbibField& field : fields) set_field(r, field);
  if (r.a.pmid.empty() && r.title.empty() && r.book_title.empty() && r.abstract.empty()) {
    return Error{.code = Errc::invalid_argument, .message = "has neither PMID nor TI nor AB"};
  }
  finish(r, record, notes);
  return std::move(r.a);
}

}  // namespace ev::library
