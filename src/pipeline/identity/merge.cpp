#include "pipeline/identity/merge.hpp"

#include "base/text.hpp"
#include "pipeline/identity/ids.hpp"
#include "pipeline/identity/merge_fields.hpp"
#include "pipeline/identity/title.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/catalog.hpp"

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace ev::identity {

namespace {

using model::Article;
using Members = std::span<const Article* const>;

std::string metadata_of(const Article& a, const char* key) {
  const auto it = a.metadata.find(key);
  return it == a.metadata.end() ? "" : it->second;
}

int version_of(const Article& a) {
  const std::string version = metadata_of(a, "version");
  int number = 0;
  for (const char c : version) {
    if (c < '0' || c > '9' || number > 10'000) return number;
    number = number * 10 + (c - '0');
  }
  return number;
}

std::vector<const Article*> by_trust(Members members) {
  std::vector<const Article*> out(members.begin(), members.end());
  const auto key = [](const Article* a) {
    return std::tuple(trust_rank(*a), a->abstract.empty(), -version_of(*a), a->pmid.empty());
  };
  std::sort(out.begin(), out.end(), [&key](const Article* a, const Article* b) {
    const auto x = key(a);
    const auto y = key(b);
    if (x != y) return x < y;
    return *a != *b && model::to_json_text(*a) < model::to_json_text(*b);
  });
  return out;
}

std::string folded_key(const std::string& text) {
  std::string out;
  for (const std::string& word : folded_words(text)) out += word + " ";
  return out.empty() ? text : out;
}

// ------------------------------------------------------------------ text and people

void take_abstract(Members members, Article& out, Provenance& provenance) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i]->abstract.empty()) continue;
    if (best && trust_rank(*members[i]) != trust_rank(*members[*best])) break;
    if (!best || members[i]->abstract.size() > members[*best]->abstract.size()) best = i;
  }
  if (!best) return;
  out.abstract = members[*best]->abstract;
  out.sections = members[*best]->sections;
  provenance.gave(*best, "abstract");
}

bool same_family(const model::Author& a, const model::Author& b) {
  const auto family = [](const model::Author& author) {
    return folded_key(author.last_name.empty() ? author.name : author.last_name);
  };
  return a.collective == b.collective && family(a) == family(b);
}

void fill_people(Members members, Article& out, Provenance& provenance) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::vector<model::Author>& others = members[i]->authors;
    if (others.size() != out.authors.size() ||
        !std::equal(others.begin(), others.end(), out.authors.begin(), same_family)) {
      continue;
    }
    for (std::size_t k = 0; k < others.size(); ++k) {
      model::Author& author = out.authors[k];
      const bool orcid = author.orcid.empty() && !others[k].orcid.empty();
      const bool place = author.affiliations.empty() && !others[k].affiliations.empty();
      if (orcid) author.orcid = others[k].orcid;
      if (place) author.affiliations = others[k].affiliations;
      if (orcid || place) provenance.gave(i, "authors");
    }
  }
}

void take_authors(Members members, Article& out, Provenance& provenance) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i]->authors.empty()) continue;
    if (!best || (!members[*best]->authors_complete && members[i]->authors_complete)) best = i;
  }
  if (!best) return;
  out.authors = members[*best]->authors;
  out.authors_complete = members[*best]->authors_complete;
  provenance.gave(*best, "authors");
  fill_people(members, out, provenance);
}

bool is_date_of_spreadsheet(const std::string& pages) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::size_t dash = pages.find('-');
  if (dash == std::string::npos || pages.size() > 7) return false;
  const auto all = [&letter](std::string_view s) {
    return s.size() == 3 && std::all_of(s.begin(), s.end(), letter);
  };
  return all(std::string_view(pages).substr(0, dash)) ||
         all(std::string_view(pages).substr(dash + 1));
}

void take_place(Members members, Article& out, Provenance& provenance) {
  take_first(members, &Article::volume, "volume", out, provenance);
  take_first(members, &Article::issue, "issue", out, provenance);
  std::vector<const Article*> good;
  for (const Article* one : members) {
    if (!is_date_of_spreadsheet(one->pages)) good.push_back(one);
  }
  Provenance among_good(good.size());
  take_first(Members(good), &Article::pages, "pages", out, among_good);
  if (out.pages.empty()) return take_first(members, &Article::pages, "pages", out, provenance);
  for (std::size_t g = 0; g < good.size(); ++g) {
    if (among_good.of(g).empty()) continue;
    const auto at = std::find(members.begin(), members.end(), good[g]);
    provenance.gave(static_cast<std::size_t>(at - members.begin()), "pages");
  }
}

// ------------------------------------------------------------------ identifiers and links

void add_word(std::string& list, const std::string& word) {
  list += (list.empty() ? "" : " ") + word;
}

// Identifiers of the members that the fields of `out` do not hold.
void keep_other_ids(Members members, Article& out, Provenance& provenance) {
  out.metadata.erase(kOtherIds);
  std::vector<Identifier> held = ids_of(out);
  std::string others;
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (const Identifier& id : ids_of(*members[i])) {
      // Names given by this program are in merged_from.
      if (id.kind == IdKind::record || std::find(held.begin(), held.end(), id) != held.end())
        continue;
      add_word(others, label(id));
      held.push_back(id);
      provenance.gave(i, "other_ids");
    }
  }
  if (!others.empty()) out.metadata[kOtherIds] = others;
}

void keep_urls(Members members, Article& out, Provenance& provenance) {
  take_first(members, &Article::url, "url", out, provenance);
  std::set<std::string> seen = {out.url};
  std::string urls;
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::vector<std::string> theirs = text::split(metadata_of(*members[i], "urls"), ' ');
    theirs.push_back(members[i]->url);
    for (const std::string& url : theirs) {
      if (url.empty() || !seen.insert(url).second) continue;
      add_word(urls, url);
      provenance.gave(i, "urls");
    }
  }
  out.metadata.erase("urls");
  if (!urls.empty()) out.metadata["urls"] = urls;
}

// ------------------------------------------------------------------ counts, retraction, flags

void keep_counts(Members members, Article& out, Provenance& provenance) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Article& a = *members[i];
    std::vector<model::CitationCount> theirs = a.citation_counts;
    if (a.citation_count) {
      const std::string source = metadata_of(a, "citation_source");
      theirs.push_back({source.empty() ? source_of(a) : source, *a.citation_count});
    }
    for (const model::CitationCount& count : theirs) {
      const auto [it, fresh] = counts.try_emplace(count.source, count.count);
      if (fresh || count.count > it->second) provenance.gave(i, "citation_counts");
      it->second = std::max(it->second, count.count);
    }
  }
  out.citation_counts.clear();
  for (const auto& [source, count] : counts) out.citation_counts.push_back({source, count});
  out.citation_count.reset();
  out.metadata.erase("citation_source");
  for (std::size_t i = 0; i < members.size() && !out.citation_count; ++i) {
    if (!members[i]->citation_count) continue;
    out.citation_count = members[i]->citation_count;
    provenance.gave(i, "citation_count");
    const std::string source = metadata_of(*members[i], "citation_source");
    out.metadata["citation_source"] = source.empty() ? source_of(*members[i]) : source;
  }
}

// PubMed's own word that the text is a notice, not the paper.
bool is_notice(const Article& a) {
  return a.retraction.status == model::RetractionStatus::notice &&
         std::any_of(a.retraction.sources.begin(), a.retraction.sources.end(),
                     [](const std::string& source) { return source.rfind("pubmed:", 0) == 0; });
}

void judge(Members members, Article& out, Provenance& provenance) {
  out.retraction = {};
  const bool notice =
      std::any_of(members.begin(), members.end(), [](const Article* a) { return is_notice(*a); });
  for (const Article* a : members) {
    if (graver(a->retraction.status, out.retraction.status))
      out.retraction.status = a->retraction.status;
  }
  if (notice) out.retraction.status = model::RetractionStatus::notice;
  if (out.retraction.status == model::RetractionStatus::none) return;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const model::Retraction& theirs = members[i]->retraction;
    if (theirs.status != out.retraction.status) continue;
    provenance.gave(i, "retraction");
    for (const std::string& source : theirs.sources) {
      auto& sources = out.retraction.sources;
      if (std::find(sources.begin(), sources.end(), source) == sources.end())
        sources.push_back(source);
    }
    if (out.retraction.notice_pmid.empty()) out.retraction.notice_pmid = theirs.notice_pmid;
    if (out.retraction.date.empty()) out.retraction.date = theirs.date;
  }
}

void take_flags(Members members, Article& out, Provenance& provenance) {
  out.is_preprint = false;
  out.is_book = false;
  out.is_open_access.reset();
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Article& a = *members[i];
    out.is_preprint = out.is_preprint || a.is_preprint;
    out.is_book = out.is_book || a.is_book;
    // Open wherever one source found it open.
    if (a.is_open_access && (!out.is_open_access || (*a.is_open_access && !*out.is_open_access))) {
      out.is_open_access = a.is_open_access;
      provenance.gave(i, "is_open_access");
    }
  }
}

// ------------------------------------------------------------------ everything else

void unite_lists(Members m, Article& out, Provenance& p) {
  const auto itself = [](const std::string& s) { return s; };
  const auto folded = [](const std::string& s) { return folded_key(s); };
  unite(m, &Article::issns, "issns", itself, out, p);
  unite(m, &Article::nct_ids, "nct_ids", itself, out, p);
  unite(m, &Article::registry_ids, "registry_ids", itself, out, p);
  unite(m, &Article::keywords, "keywords", folded, out, p);
  unite(m, &Article::supplementary_concepts, "supplementary_concepts", folded, out, p);
  unite(m, &Article::publication_types, "publication_types", folded, out, p);
  unite(m, &Article::languages, "languages", itself, out, p);
  unite(m, &Article::concepts, "concepts", folded, out, p);
  unite(
      m, &Article::mesh_headings, "mesh_terms",
      [](const model::MeshHeading& h) { return folded_key(h.descriptor); }, out, p);
  unite(
      m, &Article::other_abstracts, "other_abstracts",
      [](const model::OtherAbstract& o) { return o.language + "\n" + o.text; }, out, p);
  unite(
      m, &Article::chemicals, "chemicals",
      [](const model::Chemical& c) { return folded_key(c.name); }, out, p);
  unite(
      m, &Article::grants, "grants",
      [](const model::Grant& g) { return g.id + "\n" + folded_key(g.agency); }, out, p);
  unite(
      m, &Article::comments_corrections, "comments_corrections",
      [](const model::CommentsCorrection& c) {
        return c.type + "\n" + (c.pmid.empty() ? c.source : c.pmid);
      },
      out, p);
  unite(
      m, &Article::related, "related",
      [](const model::Relation& r) { return r.type + "\n" + r.id; }, out, p);
}

void take_single(Members m, Article& out, Provenance& p) {
  take_first(m, &Article::pmid, "pmid", out, p);
  take_first(m, &Article::title, "title", out, p);
  take_first(m, &Article::journal, "journal", out, p);
  take_first(m, &Article::journal_abbreviation, "journal_abbreviation", out, p);
  take_first(m, &Article::publication_date, "publication_date", out, p);
  take_first(m, &Article::doi, "doi", out, p);
  take_first(m, &Article::pmcid, "pmcid", out, p);
  take_first(m, &Article::openalex_id, "openalex_id", out, p);
  take_first(m, &Article::europepmc_id, "europepmc_id", out, p);
  take_first(m, &Article::coi_statement, "coi_statement", out, p);
  take_first(m, &Article::vernacular_title, "vernacular_title", out, p);
  take_first(m, &Article::pdf_url, "pdf_url", out, p);
  take_first(m, &Article::license, "license", out, p);
  take_first(m, &Article::trial, "trial", out, p);
  // References of two sources are the same list written differently.
  take_first(m, &Article::references, "references", out, p);
  if (out.pmid.empty()) take_first(m, &Article::id, "item_id", out, p);
}

void unite_metadata(Members members, Article& out, Provenance& provenance) {
  out.metadata.clear();
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (const auto& [key, value] : members[i]->metadata) {
      // What tells a member from the others is in merged_from.
      if (key == "record_id" && members.size() > 1) continue;
      if (out.metadata.emplace(key, value).second && i > 0) provenance.gave(i, "metadata");
    }
  }
}

std::vector<model::MergedRecord> sources_of(Members members, const Provenance& provenance) {
  std::vector<model::MergedRecord> out;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Article& a = *members[i];
    const std::set<std::string>& gave = provenance.of(i);
    if (a.merged_from.empty()) {
      const std::string record_id = metadata_of(a, "record_id");
      out.push_back({source_of(a),
                     record_id.empty() ? model::item_id(a) : record_id,
                     {gave.begin(), gave.end()}});
      continue;
    }
    for (model::MergedRecord entry : a.merged_from) {
      std::erase_if(entry.fields, [&gave](const std::string& f) { return gave.count(f) == 0; });
      out.push_back(std::move(entry));
    }
  }
  return out;
}

}  // namespace

std::string source_of(const Article& a) {
  if (!a.merged_from.empty()) return a.merged_from.front().source;
  if (const std::string source = metadata_of(a, "source"); !source.empty()) return source;
  if (a.trial) return "clinicaltrials";
  if (!a.europepmc_id.empty()) return "europepmc";
  return a.openalex_id.empty() ? "file" : "openalex";
}

int trust_rank(const Article& a) {
  return static_cast<int>(sources::trust_order(source_of(a)));
}

Article merge_records(std::span<const Article* const> given) {
  if (given.size() == 1) return *given.front();
  const std::vector<const Article*> ordered = by_trust(given);
  const Members members(ordered);
  Provenance provenance(members.size());
  Article out;
  unite_metadata(members, out, provenance);
  take_single(members, out, provenance);
  take_abstract(members, out, provenance);
  take_authors(members, out, provenance);
  take_place(members, out, provenance);
  take_flags(members, out, provenance);
  unite_lists(members, out, provenance);
  keep_counts(members, out, provenance);
  judge(members, out, provenance);
  keep_urls(members, out, provenance);
  keep_other_ids(members, out, provenance);
  out.merged_from = sources_of(members, provenance);
  return out;
}

}  // namespace ev::identity
