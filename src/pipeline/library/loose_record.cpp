#include "pipeline/library/loose_record.hpp"

#include "base/text.hpp"
#include "pipeline/library/values.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/retraction.hpp"

#include <algorithm>
#include <charconv>

namespace ev::library {

namespace {

using model::Article;

bool is_pubmed(std::string_view database) {
  const std::string name = text::to_lower_ascii(database);
  for (const std::string_view known : {"pubmed", "medline", "nlm"}) {
    if (name.find(known) != std::string::npos) return true;
  }
  return false;
}

void set_pmid(LooseRecord& r, Article& a, std::uint64_t line, Notes& notes) {
  if (!text::trim(r.pmid).empty()) {
    a.pmid = pmid_of_value(r.pmid);
    if (a.pmid.empty()) {
      notes.add("the PMID is no number; it is kept in metadata as pmid_as_given", line);
      add_metadata(a, "pmid_as_given", squeezed(r.pmid));
    }
  }
  if (a.pmid.empty() && is_pubmed(r.database)) a.pmid = pmid_of_value(r.accession);
  if (a.pmid.empty()) a.pmid = pmid_named_in(r.accession);
  for (const std::string& text : r.may_name_ids) {
    if (a.pmid.empty()) a.pmid = pmid_named_in(about_itself(text));
  }
  for (const std::string& url : r.urls) {
    if (a.pmid.empty()) a.pmid = pmid_named_in(url);
  }
  if (pmid_of_value(r.accession) != a.pmid || a.pmid.empty()) {
    add_metadata(a, "accession_number", squeezed(r.accession));
  }
  add_metadata(a, "database", squeezed(r.database));
}

// "ClinicalTrials.gov: NCT01234567", a link to the registry: a number named together with it is
// the record's own; elsewhere in a note it may be another study's.
void add_registrations(const LooseRecord& r, Article& a) {
  sources::add_nct_ids(r.nct_ids, a.nct_ids);
  const auto look = [&](std::string_view text) {
    if (text::to_lower_ascii(text).find("clinicaltrials.gov") == std::string::npos) return;
    sources::add_nct_ids(text, a.nct_ids);
  };
  for (const std::string& text : r.urls) look(text);
  for (const std::string& text : r.may_name_ids) look(about_itself(text));
}

void set_other_ids(const LooseRecord& r, Article& a) {
  a.doi = doi_of_field(r.doi);
  if (a.doi.empty()) add_metadata(a, "doi_as_given", squeezed(r.doi));
  const bool digits =
      !r.pmcid.empty() && r.pmcid.find_first_not_of("0123456789") == std::string::npos;
  a.pmcid = digits ? sources::normal_pmcid(r.pmcid) : pmcid_named_in(r.pmcid);
  const auto look = [&](std::string_view text) {
    if (a.doi.empty()) a.doi = doi_named_in(text);
    if (a.pmcid.empty()) a.pmcid = pmcid_named_in(text);
  };
  for (const std::string& text : r.urls) look(text);
  for (const std::string& text : r.may_name_ids) look(about_itself(text));
}

void set_url(const LooseRecord& r, Article& a) {
  std::vector<std::string> urls;
  for (const std::string& url : r.urls) add_once(urls, squeezed(url));
  if (!a.pmid.empty()) {
    a.url = "https://pubmed.ncbi.nlm.nih.gov/" + a.pmid + "/";
  } else if (!urls.empty()) {
    a.url = urls.front();
  } else if (!a.doi.empty()) {
    a.url = "https://doi.org/" + a.doi;
  }
  std::erase(urls, a.url);
  if (!urls.empty()) add_metadata(a, "urls", text::join(urls, " "));
}

void set_issns(const LooseRecord& r, Article& a) {
  if (!issns_in(r.issns, a.issns)) add_metadata(a, "isbn", squeezed(r.issns));
}

bool names_preprints(std::string_view journal) {
  const std::string name = text::to_lower_ascii(journal);
  for (const std::string_view known :
       {"biorxiv", "medrxiv", "arxiv", "research square", "ssrn", "preprints.org"}) {
    if (name.rfind(known, 0) == 0) return true;
  }
  return false;
}

void set_citation_count(const LooseRecord& r, Article& a) {
  const std::string_view s = text::trim(r.citation_count);
  int count = 0;
  const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), count);
  if (s.empty() || failed != std::errc{} || end != s.data() + s.size() || count < 0) {
    add_metadata(a, "citation_count_as_given", std::string(s));
    return;
  }
  a.citation_count = count;
  a.metadata["citation_source"] = "file";
}

}  // namespace

model::MeshHeading mesh_heading_of(std::string_view s) {
  model::MeshHeading heading;
  bool first = true;
  for (const std::string& part : text::split(s, '/')) {
    std::string_view name = text::trim(part);
    const bool major = !name.empty() && name.front() == '*';
    if (major) name.remove_prefix(1);
    heading.major = heading.major || major;
    if (first) {
      heading.descriptor = squeezed(name);
    } else if (!name.empty()) {
      heading.qualifiers.push_back({squeezed(name), "", major});
    }
    first = false;
  }
  return heading;
}

Result<model::Article> article_of(LooseRecord r, std::uint64_t line, Notes& notes) {
  Article a;
  a.title = squeezed(r.title);
  set_abstract(r.abstract, a);
  a.journal = squeezed(r.journal);
  a.journal_abbreviation = squeezed(r.journal_abbreviation);
  if (a.journal.empty()) a.journal = a.journal_abbreviation;
  a.authors = std::move(r.authors);
  a.authors_complete = r.authors_complete;
  if (std::string address = squeezed(r.affiliation); !address.empty()) {
    if (a.authors.empty()) {
      add_metadata(a, "affiliation", std::move(address));
    } else {
      a.authors.front().affiliations.push_back(std::move(address));
    }
  }
  LooseDate date = loose_date(r.date, r.year);
  a.publication_date = std::move(date.iso);
  add_metadata(a, "original_date", std::move(date.original));
  a.volume = squeezed(r.volume);
  a.issue = squeezed(r.issue);
  a.pages = page_range(r.first_page, r.last_page);
  for (const std::string& keyword : r.keywords) add_once(a.keywords, squeezed(keyword));
  for (const std::string& type : r.types) add_once(a.publication_types, squeezed(type));
  a.mesh_headings = std::move(r.mesh_headings);
  set_issns(r, a);
  for (const std::string& language : text::split(r.language, ';')) {
    add_once(a.languages, language_code(language));
  }
  set_pmid(r, a, line, notes);
  set_other_ids(r, a);
  set_url(r, a);
  if (!r.citation_count.empty()) set_citation_count(r, a);
  for (auto& [key, value] : r.metadata) add_metadata(a, key, squeezed(value));
  if (a == Article{}) {
    return Error{.code = Errc::invalid_argument, .message = "the record holds nothing"};
  }
  a.is_book = r.is_book;
  a.is_preprint = r.is_preprint || names_preprints(a.journal) ||
                  std::find(a.publication_types.begin(), a.publication_types.end(), "Preprint") !=
                      a.publication_types.end();
  add_registrations(r, a);
  sources::add_nct_ids(a.title, a.nct_ids);
  sources::add_nct_ids(a.abstract, a.nct_ids);
  sources::judge_retraction(a);
  return a;
}

}  // namespace ev::library
