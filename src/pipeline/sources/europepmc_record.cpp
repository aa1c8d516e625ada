#include "pipeline/sources/europepmc_record.hpp"

#include "base/text.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/markup_text.hpp"
#include "pipeline/sources/pubmed_record.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace ev::sources {

namespace {

std::string epmc_text(const Json& object, std::string_view name) {
  return plain_text(json_text(object, name));
}

// A code: no marks, no blanks at the ends.
std::string epmc_code(const Json& object, std::string_view name) {
  return std::string(text::trim(json_text(object, name)));
}

void epmc_add_once(std::vector<std::string>& list, std::string value) {
  if (value.empty() || std::find(list.begin(), list.end(), value) != list.end()) return;
  list.push_back(std::move(value));
}

void epmc_metadata(model::Article& a, const char* name, std::string value) {
  if (!value.empty()) a.metadata[name] = std::move(value);
}

bool epmc_all_digits(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

void epmc_identity(const Json& r, model::Article& a) {
  const std::string id = epmc_code(r, "id");
  const std::string source = epmc_code(r, "source");
  a.pmid = epmc_code(r, "pmid");
  if (a.pmid.empty() && source == "MED" && epmc_all_digits(id)) a.pmid = id;
  if (!epmc_all_digits(a.pmid)) a.pmid.clear();
  if (!id.empty() && !source.empty()) a.europepmc_id = source + ":" + id;
  if (a.europepmc_id.empty() && !a.pmid.empty()) a.europepmc_id = "MED:" + a.pmid;
  if (a.pmid.empty()) a.id = a.europepmc_id;
  a.pmcid = normal_pmcid(epmc_code(r, "pmcid"));
  if (a.pmcid.empty() && source == "PMC") a.pmcid = normal_pmcid(id);
  a.doi = normal_doi(epmc_code(r, "doi"));
  epmc_metadata(a, "manuscript_id", epmc_code(r, "manuscriptId"));
  epmc_metadata(a, "book_accession", epmc_code(r, "bookid"));
  a.is_book = source == "NBK" || a.metadata.count("book_accession") != 0;
}

void epmc_affiliations(const Json& author, model::Author& out) {
  for (const Json* item : json_items(author, "authorAffiliationDetailsList", "authorAffiliation")) {
    epmc_add_once(out.affiliations, item->is_object() ? epmc_text(*item, "affiliation")
                                                      : plain_text(json_value_text(*item)));
  }
  epmc_add_once(out.affiliations, epmc_text(author, "affiliation"));  // before version 6.3
}

model::Author epmc_author(const Json& author) {
  model::Author out;
  out.name = epmc_text(author, "collectiveName");
  out.collective = !out.name.empty();
  out.last_name = out.collective ? "" : epmc_text(author, "lastName");
  out.initials = out.collective ? "" : epmc_text(author, "initials");
  if (!out.collective) {
    const std::string first = epmc_text(author, "firstName");
    const std::string& given = first.empty() ? out.initials : first;
    out.name = out.last_name + (out.last_name.empty() || given.empty() ? "" : " ") + given;
    // A single name stands in fullName only.
    if (out.last_name.empty()) out.name = epmc_text(author, "fullName");
  }
  for (const Json* id : json_items(author, "authorId")) {
    if (text::equal_ignoring_ascii_case(json_text(*id, "type"), "ORCID")) {
      out.orcid = orcid_in(json_text(*id, "value"));
    }
  }
  epmc_affiliations(author, out);
  return out;
}

void epmc_authors(const Json& r, model::Article& a) {
  for (const Json* author : json_items(r, "authorList", "author")) {
    model::Author out = author->is_object()
                            ? epmc_author(*author)
                            : model::Author{.name = plain_text(json_value_text(*author))};
    if (!out.name.empty()) a.authors.push_back(std::move(out));
  }
  if (a.authors.empty()) {
    a.authors = authors_of_string(epmc_text(r, "authorString"), &a.authors_complete);
  }
  // Records from before 2014 name the affiliation of the first author only.
  const bool none = std::all_of(a.authors.begin(), a.authors.end(),
                                [](const model::Author& x) { return x.affiliations.empty(); });
  const std::string affiliation = epmc_text(r, "affiliation");
  if (none && !a.authors.empty() && !affiliation.empty()) {
    a.authors.front().affiliations.push_back(affiliation);
  }
}

void epmc_journal(const Json& r, model::Article& a) {
  const Json empty = Json::object();
  const Json* info_member = json_member(r, "journalInfo");
  const Json& info = info_member == nullptr ? empty : *info_member;
  const Json* journal_member = json_member(info, "journal");
  const Json& journal = journal_member == nullptr ? empty : *journal_member;
  a.journal = epmc_text(journal, "title");
  const std::string medline = epmc_text(journal, "medlineAbbreviation");
  a.journal_abbreviation = epmc_text(journal, "isoabbreviation");
  if (a.journal_abbreviation.empty())
    a.journal_abbreviation = epmc_text(journal, "ISOAbbreviation");
  if (a.journal_abbreviation.empty()) a.journal_abbreviation = medline;
  if (a.journal_abbreviation.empty()) a.journal_abbreviation = epmc_text(r, "journalTitle");
  if (medline != a.journal_abbreviation) epmc_metadata(a, "medline_ta", medline);
  if (a.journal.empty()) a.journal = a.journal_abbreviation;
  epmc_add_once(a.issns, epmc_code(journal, "issn"));
  epmc_add_once(a.issns, epmc_code(journal, "essn"));
  for (const std::string& issn : text::split(json_text(r, "journalIssn"), ';')) {
    std::string number(text::trim(issn));
    if (!number.empty() && number.back() == 'x') number.back() = 'X';
    epmc_add_once(a.issns, std::move(number));
  }
  a.volume = epmc_text(info, "volume");
  if (a.volume.empty()) a.volume = epmc_text(r, "journalVolume");
  a.issue = epmc_text(info, "issue");
  if (a.issue.empty()) a.issue = epmc_text(r, "issue");
  a.pages = epmc_text(r, "pageInfo");
  if (const Json* book = json_member(r, "bookOrReportDetails")) {
    const std::string publisher = epmc_text(*book, "publisher");
    // A preprint's server is where it appeared.
    if (a.is_preprint && a.journal.empty()) a.journal = publisher;
    if (!a.is_preprint) epmc_metadata(a, "publisher", publisher);
    epmc_metadata(a, "edition", epmc_text(*book, "edition"));
    epmc_metadata(a, "isbn", epmc_code(*book, "isbn13"));
  }
}

void epmc_types(const Json& r, model::Article& a) {
  for (const Json* type : json_items(r, "pubTypeList", "pubType")) {
    epmc_add_once(a.publication_types, plain_text(json_value_text(*type)));
  }
  if (a.publication_types.empty()) {
    for (const std::string& type : text::split(epmc_text(r, "pubType"), ';')) {
      epmc_add_once(a.publication_types, std::string(text::trim(type)));
    }
  }
  a.is_preprint = epmc_code(r, "source") == "PPR" ||
                  std::any_of(a.publication_types.begin(), a.publication_types.end(),
                              [](const std::string& type) {
                                return text::equal_ignoring_ascii_case(type, "preprint");
                              });
}

void epmc_mesh(const Json& r, model::Article& a) {
  for (const Json* heading : json_items(r, "meshHeadingList", "meshHeading")) {
    model::MeshHeading out{.descriptor = epmc_text(*heading, "descriptorName"),
                           .major = json_yes(*heading, "majorTopic_YN").value_or(false)};
    for (const Json* item : json_items(*heading, "meshQualifierList", "meshQualifier")) {
      model::MeshQualifier qualifier{.name = epmc_text(*item, "qualifierName"),
                                     .major = json_yes(*item, "majorTopic_YN").value_or(false)};
      if (qualifier.name.empty()) continue;
      out.major = out.major || qualifier.major;
      out.qualifiers.push_back(std::move(qualifier));
    }
    if (!out.descriptor.empty()) a.mesh_headings.push_back(std::move(out));
  }
}

void epmc_subjects(const Json& r, model::Article& a) {
  epmc_mesh(r, a);
  for (const Json* keyword : json_items(r, "keywordList", "keyword")) {
    epmc_add_once(a.keywords, plain_text(json_value_text(*keyword)));
  }
  for (const Json* chemical : json_items(r, "chemicalList", "chemical")) {
    model::Chemical out{.name = epmc_text(*chemical, "name"),
                        .registry_number = epmc_code(*chemical, "registryNumber")};
    if (out.registry_number == "0") out.registry_number.clear();
    if (!out.name.empty()) a.chemicals.push_back(std::move(out));
  }
  for (const Json* grant : json_items(r, "grantsList", "grant")) {
    model::Grant out{.id = epmc_text(*grant, "grantId"),
                     .acronym = epmc_text(*grant, "acronym"),
                     .agency = epmc_text(*grant, "agency")};
    if (!(out == model::Grant{})) a.grants.push_back(std::move(out));
  }
}

// 0 = nothing one may fetch without subscription.
int access_rank(const Json& url) {
  const std::string code = epmc_code(url, "availabilityCode");
  if (!text::equal_ignoring_ascii_case(json_text(url, "documentStyle"), "pdf")) return 0;
  return code == "OA" ? 3 : code == "F" ? 2 : code == "U" ? 1 : 0;
}

void epmc_access(const Json& r, model::Article& a) {
  a.is_open_access = json_yes(r, "isOpenAccess");
  a.license = epmc_text(r, "license");
  int best = 0;
  for (const Json* url : json_items(r, "fullTextUrlList", "fullTextUrl")) {
    const int rank = access_rank(*url);
    std::string address = epmc_code(*url, "url");
    if (rank <= best || address.compare(0, 4, "http") != 0) continue;
    best = rank;
    a.pdf_url = std::move(address);
  }
  const auto cited = json_whole(r, "citedByCount");
  if (cited && *cited >= 0 && *cited <= std::numeric_limits<int>::max()) {
    a.citation_count = static_cast<int>(*cited);
    a.citation_counts.push_back({"europepmc", *a.citation_count});
    a.metadata["citation_source"] = "europepmc";
  }
}

std::string epmc_url(const model::Article& a) {
  if (!a.pmid.empty()) return "https://pubmed.ncbi.nlm.nih.gov/" + a.pmid + "/";
  if (!a.doi.empty()) return "https://doi.org/" + a.doi;
  const std::size_t colon = a.europepmc_id.find(':');
  if (colon == std::string::npos) return "";
  return "https://europepmc.org/article/" + a.europepmc_id.substr(0, colon) + "/" +
         a.europepmc_id.substr(colon + 1);
}

// Initials end a name: "van der Berg AB".
bool are_initials(std::string_view word) {
  if (word.empty() || text::code_points(word) > 4) return false;
  const auto first = static_cast<unsigned char>(word.front());
  const bool latin = (first >= 'A' && first <= 'Z') || (first >= 0xC3 && first <= 0xC5);
  return latin && std::none_of(word.begin(), word.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
         });
}

}  // namespace

std::vector<model::Author> authors_of_string(std::string_view text, bool* complete) {
  std::vector<model::Author> out;
  std::string_view list = text::trim(text);
  if (!list.empty() && list.back() == '.') list.remove_suffix(1);
  for (const std::string& part : text::split(list, ',')) {
    const std::string name(text::trim(part));
    const std::string lower = text::to_lower_ascii(name);
    if (lower == "et al" || lower == "et al.") {
      if (complete != nullptr) *complete = false;
      continue;
    }
    if (name.empty()) continue;
    model::Author author{.name = name};
    const std::size_t blank = name.rfind(' ');
    if (blank != std::string::npos && are_initials(std::string_view(name).substr(blank + 1))) {
      author.last_name = name.substr(0, blank);
      author.initials = name.substr(blank + 1);
    }
    out.push_back(std::move(author));
  }
  return out;
}

Result<model::Article> read_europepmc_record(const Json& r) {
  const auto unreadable = [](std::string why) {
    return Error{.code = Errc::upstream_changed, .message = std::move(why), .source = "europepmc"};
  };
  if (!r.is_object()) return unreadable("a record that is no object");
  model::Article a;
  epmc_identity(r, a);
  if (item_id(a).empty()) return unreadable("a record without id and source");
  epmc_types(r, a);
  std::string title = plain_text(json_text(r, "title"));
  std::replace(title.begin(), title.end(), '\n', ' ');
  set_pubmed_title(std::move(title), a);
  set_abstract_parts(marked_parts(json_text(r, "abstractText")), a);
  epmc_authors(r, a);
  epmc_journal(r, a);
  read_europepmc_dates(r, a);
  for (const Json* language : json_items(r, "language")) {
    epmc_add_once(a.languages, std::string(text::trim(json_value_text(*language))));
  }
  epmc_subjects(r, a);
  epmc_access(r, a);
  add_nct_ids(a.title, a.nct_ids);
  add_nct_ids(a.abstract, a.nct_ids);
  if (const auto version = json_whole(r, "versionNumber"); version && *version > 1) {
    a.metadata["version"] = std::to_string(*version);
  }
  read_europepmc_links(r, a);
  a.url = epmc_url(a);
  a.metadata["source"] = "europepmc";
  return a;
}

}  // namespace ev::sources
