#include "pipeline/search/enrichers.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/identity/title.hpp"
#include "pipeline/identity/title_match.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/search/search.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/unpaywall.hpp"

#include <algorithm>
#include <utility>

namespace ev::search {

namespace {

using model::Article;
using KnownPlaces = std::set<std::size_t>;

constexpr std::size_t kCrossrefMost = 200;  // four lists
constexpr std::size_t kUnpaywallMost = 20;  // one record a request
constexpr std::size_t kEntitiesMost = 15;   // a record, the most mentioned first
constexpr double kSimilarTitles = 0.5;      // Dice of trigrams; a supplement's title is far from it

void add_provenance(Article& a, const std::string& service, const std::string& field) {
  std::string& fields = a.metadata["from_" + service];
  fields += (fields.empty() ? "" : " ") + field;
}

// A field that is empty here and not there.
template <class T>
void fill(T& ours, const T& theirs, Article& a, const std::string& service, const char* field) {
  if (!(ours == T{}) || theirs == T{}) return;
  ours = theirs;
  add_provenance(a, service, field);
}

void add_count(Article& a, const std::string& service, int count) {
  // What stood there alone keeps its own name beside the new one.
  if (a.citation_count && a.citation_counts.empty()) {
    const auto source = a.metadata.find("citation_source");
    const auto origin = a.metadata.find("source");
    const std::string name = source != a.metadata.end()   ? source->second
                             : origin != a.metadata.end() ? origin->second
                                                          : std::string();
    if (!name.empty()) a.citation_counts.push_back({name, *a.citation_count});
  }
  const auto same = std::find_if(a.citation_counts.begin(), a.citation_counts.end(),
                                 [&](const auto& known) { return known.source == service; });
  if (same != a.citation_counts.end()) {
    same->count = count;
  } else {
    a.citation_counts.push_back({service, count});
  }
  if (a.citation_count) return;
  a.citation_count = count;
  a.metadata["citation_source"] = service;
}

std::vector<std::string> pmids_of(const Records& records) {
  std::vector<std::string> out;
  for (const Article& a : records.all()) {
    const std::string pmid = model::whole_pmid(a.pmid);
    if (!pmid.empty() && records.of_pmid(pmid)) out.push_back(pmid);
  }
  return out;
}

// ------------------------------------------------------------------ iCite

Asked ask_icite(const Config& config, const Records& records) {
  const std::vector<std::string> pmids = pmids_of(records);
  return {.plans = sources::plan_citations(config, pmids), .records = pmids.size()};
}

Result<void> take_icite(std::string_view body, Records& records, KnownPlaces& known) {
  EV_TRY(const auto rows, sources::parse_citations(body));
  for (const auto& [pmid, row] : rows) {
    const auto place = records.of_pmid(pmid);
    if (!place) continue;
    Article& a = records.all()[*place];
    if (row.citation_count) add_count(a, "icite", *row.citation_count);
    if (row.relative_citation_ratio) {
      a.metadata["relative_citation_ratio"] = codec::number_text(*row.relative_citation_ratio);
    }
    if (row.nih_percentile) a.metadata["nih_percentile"] = codec::number_text(*row.nih_percentile);
    a.metadata[kFromICite] = "citation_count relative_citation_ratio nih_percentile";
    known.insert(*place);
  }
  return {};
}

void note_unknown_to_icite(Records& records, const KnownPlaces& known) {
  for (std::size_t i = 0; i < records.all().size(); ++i) {
    Article& a = records.all()[i];
    if (!a.pmid.empty() && known.count(i) == 0) a.metadata[kFromICite] = "nothing";
  }
}

// ------------------------------------------------------------------ ID converter

// PubMed and Europe PMC name the PMCID of what is in PMC themselves; preprints and trials are not
// there.
bool from_medline(const Article& a) {
  const auto source = a.metadata.find("source");
  const auto told = [](const std::string& s) { return s == "pubmed" || s == "europepmc"; };
  return (source != a.metadata.end() && told(source->second)) ||
         std::any_of(a.merged_from.begin(), a.merged_from.end(),
                     [&](const model::MergedRecord& m) { return told(m.source); });
}

// The id to convert, "" when nothing is missing that the converter may have.
std::string id_to_convert(const Article& a, const Records& records) {
  if (a.is_preprint || a.trial) return "";
  const std::string pmid = model::whole_pmid(a.pmid);
  if (!pmid.empty()) return a.pmcid.empty() && !from_medline(a) ? pmid : "";
  if (!a.pmcid.empty()) return a.pmcid;
  return !a.doi.empty() && records.of_doi(a.doi) ? a.doi : "";
}

Asked ask_idconv(const Config& config, const Records& records) {
  std::vector<std::string> ids;
  for (const Article& a : records.all()) {
    if (std::string id = id_to_convert(a, records); !id.empty()) ids.push_back(std::move(id));
  }
  sources::IdConversionPlan plan = sources::plan_id_conversion(config, ids);
  return {.plans = std::move(plan.requests),
          .records = ids.size() - plan.not_ids.size(),
          .unasked = plan.not_ids.size()};
}

// A record is named by its PMID from the moment it has one; its own name stays in a field.
void give_pmid(Article& a, const std::string& pmid) {
  if (!a.pmid.empty() || pmid.empty()) return;
  const bool named_elsewhere =
      a.id.empty() || a.id == a.europepmc_id || a.id == a.openalex_id || a.id == a.pmcid;
  if (!named_elsewhere) return;
  a.pmid = pmid;
  a.id.clear();
  add_provenance(a, "idconv", "pmid");
}

bool contradicts(const std::string& ours, const std::string& theirs) {
  return !ours.empty() && !theirs.empty() && ours != theirs;
}

Result<void> take_idconv(std::string_view body, Records& records, KnownPlaces& known) {
  EV_TRY(const std::vector<sources::ConvertedId> rows, sources::parse_id_conversion(body));
  for (const sources::ConvertedId& row : rows) {
    if (!row.error.empty()) continue;
    std::optional<std::size_t> place = records.of_pmid(row.requested);
    if (!place) place = records.of_pmcid(row.requested);
    if (!place) place = records.of_doi(model::normal_doi(row.requested));
    if (!place) continue;
    Article& a = records.all()[*place];
    // Another DOI, PMID or PMCID than ours: not this work, or an error there.
    if (contradicts(model::doi_key(a.doi), model::doi_key(row.doi)) ||
        contradicts(a.pmid, row.pmid) || contradicts(a.pmcid, row.pmcid)) {
      continue;
    }
    give_pmid(a, row.pmid);
    fill(a.pmcid, row.pmcid, a, "idconv", "pmcid");
    fill(a.doi, row.doi, a, "idconv", "doi");
    known.insert(*place);
  }
  return {};
}

// ------------------------------------------------------------------ PubTator3

Asked ask_pubtator(const Config& config, const Records& records) {
  const std::vector<std::string> pmids = pmids_of(records);
  return {.plans = sources::plan_annotations(config, pmids), .records = pmids.size()};
}

// Names of what was identified, the most mentioned first.
std::vector<std::string> entity_names(const sources::AnnotatedRecord& record) {
  std::vector<const sources::EntityAnnotation*> named;
  for (const sources::EntityAnnotation& one : record.annotations) {
    const bool subject = one.type == "Gene" || one.type == "Disease" || one.type == "Chemical";
    if (subject && !one.name.empty() && !one.identifier.empty()) named.push_back(&one);
  }
  std::stable_sort(named.begin(), named.end(), [](const auto* x, const auto* y) {
    return x->mentions.size() > y->mentions.size();
  });
  std::vector<std::string> out;
  for (const auto* one : named) {
    if (out.size() < kEntitiesMost) out.push_back(one->name);
  }
  return out;
}

Result<void> take_pubtator(std::string_view body, Records& records, KnownPlaces& known) {
  EV_TRY(const auto annotated, sources::parse_annotations(body));
  for (const auto& [pmid, record] : annotated) {
    const auto place = records.of_pmid(pmid);
    if (!place) continue;
    Article& a = records.all()[*place];
    bool gave = false;
    for (std::string& name : entity_names(record)) {
      const bool there =
          std::any_of(a.concepts.begin(), a.concepts.end(), [&](const std::string& concept_name) {
            return text::fold(concept_name) == text::fold(name);
          });
      if (there) continue;
      a.concepts.push_back(std::move(name));
      gave = true;
    }
    if (gave) add_provenance(a, "pubtator", "concepts");
    known.insert(*place);
  }
  return {};
}

// ------------------------------------------------------------------ Crossref

Asked ask_crossref(const Config& config, const Records& records) {
  std::vector<std::string> dois;
  Asked out;
  for (const Article& a : records.all()) {
    if (a.doi.empty() || records.of_doi(a.doi) == std::nullopt) continue;
    if (dois.size() == kCrossrefMost) {
      ++out.unasked;
      continue;
    }
    dois.push_back(a.doi);
  }
  std::size_t listed = 0;
  out.plans = sources::plan_crossref_lists(config, dois, listed);
  out.records = listed;
  out.unasked += dois.size() - listed;
  return out;
}

std::string first_family(const Article& a) {
  return a.authors.empty() ? "" : text::fold(a.authors.front().last_name);
}

// The DOI may be that of a whole supplement or issue, which has another title and no authors.
bool same_work(const Article& ours, const Article& theirs) {
  const identity::Title a = identity::read_title(ours.title);
  const identity::Title b = identity::read_title(theirs.title);
  if (a.letters.empty() || b.letters.empty()) return false;
  const double overlap =
      identity::overlap(identity::trigrams(a.letters), identity::trigrams(b.letters));
  if (overlap >= kSimilarTitles ||
      identity::match_titles(a, b, overlap) != identity::TitleMatch::different) {
    return true;
  }
  // A title in its own language there.
  return !first_family(ours).empty() && first_family(ours) == first_family(theirs);
}

void fill_from_crossref(const Article& theirs, Article& a) {
  const std::string name = "crossref";
  fill(a.journal, theirs.journal, a, name, "journal");
  fill(a.journal_abbreviation, theirs.journal_abbreviation, a, name, "journal_abbreviation");
  fill(a.issns, theirs.issns, a, name, "issns");
  fill(a.volume, theirs.volume, a, name, "volume");
  fill(a.issue, theirs.issue, a, name, "issue");
  fill(a.pages, theirs.pages, a, name, "pages");
  fill(a.publication_date, theirs.publication_date, a, name, "publication_date");
  fill(a.authors, theirs.authors, a, name, "authors");
  fill(a.license, theirs.license, a, name, "license");
  fill(a.grants, theirs.grants, a, name, "grants");
  if (a.abstract.empty() && !theirs.abstract.empty()) {
    a.abstract = theirs.abstract;
    a.sections = theirs.sections;
    add_provenance(a, name, "abstract");
  }
}

Result<void> take_crossref(std::string_view body, Records& records, KnownPlaces& known) {
  EV_TRY(const std::vector<sources::CrossrefWork> works, sources::parse_crossref(body));
  for (const sources::CrossrefWork& work : works) {
    const auto place = records.of_doi(work.record.doi);
    if (!place) continue;
    Article& a = records.all()[*place];
    if (!same_work(a, work.record)) continue;
    sources::add_crossref_updates(a, work);
    for (const model::CitationCount& count : work.record.citation_counts) {
      add_count(a, count.source, count.count);
    }
    fill_from_crossref(work.record, a);
    known.insert(*place);
  }
  return {};
}

// ------------------------------------------------------------------ Unpaywall

Asked ask_unpaywall(const Config& config, const Records& records) {
  Asked out;
  for (const Article& a : records.all()) {
    const bool open = a.is_open_access.value_or(false) && !a.pdf_url.empty();
    if (open || a.doi.empty() || records.of_doi(a.doi) == std::nullopt) continue;
    if (out.records == kUnpaywallMost) {
      ++out.unasked;
      continue;
    }
    auto plan = sources::plan_open_access(config, a.doi);
    if (!plan && config.unpaywall_email.empty()) {
      out.refused = std::move(plan).error();
      return out;
    }
    if (!plan) {
      ++out.unasked;
      continue;
    }
    out.plans.push_back(*std::move(plan));
    ++out.records;
  }
  return out;
}

Result<void> take_unpaywall(std::string_view body, Records& records, KnownPlaces& known) {
  EV_TRY(const sources::OpenAccess found, sources::parse_open_access(body));
  const auto place = records.of_doi(found.doi);
  if (!place) return {};
  Article& a = records.all()[*place];
  known.insert(*place);
  // Open wherever one service found it open.
  if (!a.is_open_access || (*found.is_open_access && !*a.is_open_access)) {
    a.is_open_access = found.is_open_access;
    add_provenance(a, "unpaywall", "is_open_access");
  }
  fill(a.pdf_url, found.pdf_url, a, "unpaywall", "pdf_url");
  fill(a.license, found.license, a, "unpaywall", "license");
  return {};
}

constexpr Enricher kEnrichers[] = {
    {"icite", 2, false, ask_icite, take_icite, note_unknown_to_icite},
    {"idconv", 2, false, ask_idconv, take_idconv, nullptr},
    {"pubtator", 2, false, ask_pubtator, take_pubtator, nullptr},
    {"crossref", 1, false, ask_crossref, take_crossref, nullptr},
    {"unpaywall", 1, true, ask_unpaywall, take_unpaywall, nullptr}};

}  // namespace

Records::Records(std::vector<model::Article>& all) : all_(all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].pmid.empty()) add("p " + model::whole_pmid(all[i].pmid), i);
    if (!all[i].pmcid.empty()) add("c " + all[i].pmcid, i);
    if (!all[i].doi.empty()) add("d " + all[i].doi, i);
  }
}

void Records::add(const std::string& id, std::size_t position) {
  const auto [it, fresh] = place_.emplace(id, position);
  if (!fresh) it->second = all_.size();
}

std::optional<std::size_t> Records::find(const std::string& id) const {
  const auto it = place_.find(id);
  return it == place_.end() || it->second >= all_.size() ? std::nullopt : std::optional(it->second);
}

std::span<const Enricher> enrichers() {
  return kEnrichers;
}

}  // namespace ev::search
