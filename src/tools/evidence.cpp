#include "tools/evidence.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"
#include "pipeline/identity/ids.hpp"
#include "pipeline/identity/merge.hpp"
#include "pipeline/model/article_json.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/answer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

using identity::Identifier;
using identity::IdKind;

constexpr std::size_t kAuthorsListed = 10;
constexpr std::size_t kConceptsListed = 10;

Json authors_json(const model::Article& article, bool whole, Json& citation) {
  Json names = Json::array();
  for (const model::Author& author : article.authors) names.push_back(one_line(author.name));
  if (whole || names.size() <= kAuthorsListed) return names;
  citation["author_count"] = names.size();
  return Json::array({names[0], names[1], names[2], names.back()});
}

std::string_view name_of_kind(IdKind kind) {
  switch (kind) {
    case IdKind::pmid:
      return "pmid";
    case IdKind::pmcid:
      return "pmcid";
    case IdKind::europepmc:
      return "europepmc";
    case IdKind::doi:
      return "doi";
    case IdKind::openalex:
      return "openalex";
    case IdKind::nct:
      return "nct";
    case IdKind::arxiv:
      return "arxiv";
    case IdKind::record:
      break;
  }
  return "record";
}

// One value as a string, several of a kind as a list.
Json ids_json(const model::Article& article) {
  Json out = Json::object();
  for (const Identifier& id : identity::ids_of(article)) {
    Json& member = out[std::string(name_of_kind(id.kind))];
    if (member.is_null()) {
      member = id.value;
    } else if (member.is_array()) {
      member.push_back(id.value);
    } else {
      member = Json::array({member, id.value});
    }
  }
  return out;
}

std::string page_of(const Identifier& id) {
  switch (id.kind) {
    case IdKind::pmid:
      return "https://pubmed.ncbi.nlm.nih.gov/" + id.value + "/";
    case IdKind::pmcid:
      return "https://pmc.ncbi.nlm.nih.gov/articles/" + id.value + "/";
    case IdKind::europepmc:
      return "https://europepmc.org/article/" + id.value.substr(0, 3) + "/" + id.value.substr(4);
    case IdKind::doi:
      return "https://doi.org/" + id.value;
    case IdKind::openalex:
      return "https://openalex.org/" + id.value;
    case IdKind::nct:
      return "https://clinicaltrials.gov/study/" + id.value;
    case IdKind::arxiv:
      return "https://arxiv.org/abs/" + id.value;
    case IdKind::record:
      break;
  }
  return "";
}

std::string_view name_of_link(IdKind kind) {
  if (kind == IdKind::pmid) return "pubmed";
  if (kind == IdKind::pmcid) return "pmc";
  return kind == IdKind::nct ? "clinicaltrials" : name_of_kind(kind);
}

Json counts_json(const model::Article& article) {
  Json out = Json::object();
  for (const model::CitationCount& count : article.citation_counts) {
    out[count.source] = count.count;
  }
  return out;
}

void copy_members(const Json& whole, std::initializer_list<const char*> names, Json& out) {
  for (const char* name : names) {
    const auto it = whole.find(name);
    if (it != whole.end() && !(it->is_array() && it->empty())) out[name] = *it;
  }
}

// What a reader needs of a registered study; the rest is in the full form.
Json trial_json(const model::Trial& t) {
  Json out = {{"status", t.status},
              {"phases", t.phases},
              {"study_type", t.study_type},
              {"enrollment", nullptr},
              {"conditions", t.conditions},
              {"has_results", t.has_results},
              {"sponsor", t.sponsor},
              {"interventions", Json::array()},
              {"primary_outcomes", Json::array()}};
  if (t.enrollment) out["enrollment"] = *t.enrollment;
  if (!t.start_date.empty()) out["start_date"] = t.start_date;
  if (!t.completion_date.empty()) out["completion_date"] = t.completion_date;
  if (!t.why_stopped.empty()) out["why_stopped"] = t.why_stopped;
  for (const model::TrialIntervention& i : t.interventions) {
    out["interventions"].push_back(i.type + ": " + i.name);
  }
  for (const model::TrialOutcome& o : t.primary_outcomes) {
    out["primary_outcomes"].push_back(o.measure);
  }
  return out;
}

Json standard_metadata(const model::Article& article, const Json& whole) {
  Json out = id_member(article);
  out["ids"] = ids_json(article);
  out["links"] = links_json(article);
  copy_members(whole,
               {"doi", "pmcid", "nct_ids", "journal", "publication_types", "is_open_access",
                "pdf_url", "license", "related", "merged_from"},
               out);
  drop_comments(out);
  if (article.citation_count) out["cited_by_count"] = *article.citation_count;
  if (const Json counts = counts_json(article); !counts.empty()) out["citation_counts"] = counts;
  for (const char* metric : {"relative_citation_ratio", "nih_percentile"}) {
    const auto it = article.metadata.find(metric);
    if (it != article.metadata.end()) {
      if (const auto number = codec::number_of(Json(it->second))) out[metric] = *number;
    }
  }
  if (!article.concepts.empty()) {
    std::vector<std::string> concepts = article.concepts;
    concepts.resize(std::min(concepts.size(), kConceptsListed));
    out["concepts"] = std::move(concepts);
  }
  if (article.is_preprint) out["is_preprint"] = true;
  if (article.trial) out["trial"] = trial_json(*article.trial);
  out["retraction"] = whole.at("retraction");
  return out;
}

std::string text_of(const Json& json, const char* name) {
  const auto it = json.find(name);
  if (it == json.end()) return "";
  if (it->is_number_integer()) return dump_json(*it);  // a PMID as a number
  return it->is_string() ? it->get<std::string>() : "";
}

const Json& object_in(const Json& json, const char* name) {
  static const Json kNone = Json::object();
  const auto it = json.find(name);
  return it != json.end() && it->is_object() ? *it : kNone;
}

void set_missing(Json& article, const char* name, const std::string& value) {
  if (!value.empty() && !article.contains(name)) article[name] = value;
}

// Into the field of its kind, where that is still free.
void set_id(Json& article, const Identifier& id) {
  switch (id.kind) {
    case IdKind::pmid:
      return set_missing(article, "pmid", id.value);
    case IdKind::pmcid:
      return set_missing(article, "pmcid", id.value);
    case IdKind::doi:
      return set_missing(article, "doi", id.value);
    case IdKind::openalex:
      return set_missing(article, "openalex_id", id.value);
    case IdKind::europepmc:
      return set_missing(article, "europepmc_id", id.value);
    default:
      return;
  }
}

void read_ids(const Json& evidence, Json& article) {
  const Json& metadata = object_in(evidence, "metadata");
  // What metadata names counts before what the address shows.
  for (const Json* place : {&metadata, &object_in(metadata, "ids")}) {
    set_missing(article, "pmid", text_of(*place, "pmid"));
    set_missing(article, "pmcid", text_of(*place, "pmcid"));
    set_missing(article, "doi", text_of(*place, "doi"));
    set_missing(article, "openalex_id", text_of(*place, "openalex_id"));
    set_missing(article, "openalex_id", text_of(*place, "openalex"));
    set_missing(article, "europepmc_id", text_of(*place, "europepmc_id"));
    set_missing(article, "europepmc_id", text_of(*place, "europepmc"));
  }
  set_missing(article, "item_id", text_of(metadata, "item_id"));
  set_missing(article, "item_id", text_of(metadata, "nct_id"));
  const auto named = identity::ids_in_text(text_of(object_in(evidence, "citation"), "url"));
  for (const Identifier& id : named) set_id(article, id);
  // A record without PMID goes by the name of its source.
  for (const Identifier& id : named) {
    if (id.kind == IdKind::nct || id.kind == IdKind::europepmc || id.kind == IdKind::openalex) {
      if (!article.contains("pmid")) set_missing(article, "item_id", id.value);
    }
  }
}

}  // namespace

Json links_json(const model::Article& article) {
  Json out = Json::object();
  for (const Identifier& id : identity::ids_of(article)) {
    const std::string name(name_of_link(id.kind));
    const std::string page = page_of(id);
    if (!page.empty() && !out.contains(name)) out[name] = page;
  }
  if (!article.url.empty()) {
    const bool there =
        std::any_of(out.begin(), out.end(), [&](const Json& page) { return page == article.url; });
    if (!there) out["source"] = article.url;
  }
  return out;
}

std::string main_url(const model::Article& article) {
  std::string by_doi;
  for (const Identifier& id : identity::ids_of(article)) {
    if (id.kind == IdKind::pmid) return page_of(id);
    if (id.kind == IdKind::doi && by_doi.empty()) by_doi = page_of(id);
  }
  if (!by_doi.empty()) return by_doi;
  if (!article.url.empty()) return article.url;
  for (const Identifier& id : identity::ids_of(article)) {
    if (std::string page = page_of(id); !page.empty()) return page;
  }
  return "";
}

std::string formatted_citation(const model::Article& article) {
  std::string out;
  const std::size_t named = std::min<std::size_t>(article.authors.size(), 3);
  for (std::size_t i = 0; i < named; ++i) {
    out += (i == 0 ? "" : ", ") + one_line(article.authors[i].name);
  }
  if (article.authors.size() > named) out += " et al.";
  if (!out.empty()) out += " ";
  out += "(" + (article.publication_date.empty() ? "Unknown" : article.publication_date) + "). ";
  std::string title = one_line(article.title);
  while (!title.empty() && (title.back() == '.' || title.back() == ' ')) title.pop_back();
  if (!title.empty()) {
    const bool closed = title.back() == '?' || title.back() == '!';
    out += title + (closed ? " " : ". ");
  }
  std::string source = identity::source_of(article);
  for (char& c : source) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out + source;
}

Json evidence_json(const model::Article& article, std::string_view detail,
                   std::optional<double> relevance) {
  return evidence_json(article, detail, flags_of(article), relevance);
}

Json evidence_json(const model::Article& article, std::string_view detail, const Flags& flags,
                   std::optional<double> relevance) {
  const bool full = detail == "full";
  const Json whole = model::to_json(article);
  Json citation = {
      {"source", identity::source_of(article)},
      {"title", text::displayable(article.title)},
      {"url", main_url(article)},
      {"date", article.publication_date.empty() ? Json() : Json(article.publication_date)},
      {"formatted", formatted_citation(article)}};
  citation["authors"] = authors_json(article, full, citation);
  Json out = {{"content", text::displayable(article.abstract)}};
  if (article.abstract.empty()) {
    out["content"] = text::displayable(article.title);
    out["content_is"] = "title";
  } else if (article.trial) {
    out["content_is"] = "brief_summary";
  }
  if (is_suspected(flags)) out["injection_suspected"] = true;
  out["citation"] = std::move(citation);
  if (relevance) out["relevance"] = *relevance;
  Json metadata = standard_metadata(article, whole);
  if (full) {
    for (const auto& [name, value] : whole.items()) {
      if (name != "title" && name != "abstract" && name != "authors" && !metadata.contains(name)) {
        metadata[name] = value;
      }
    }
  }
  make_displayable(metadata);
  out["metadata"] = std::move(metadata);
  return out;
}

Json article_of_evidence(const Json& evidence) {
  const Json& citation = object_in(evidence, "citation");
  const std::string content = text_of(evidence, "content");
  const bool is_title = text_of(evidence, "content_is") == "title";
  Json article = {{"title", text_of(citation, "title")},
                  {"abstract", is_title ? "" : content},
                  {"url", text_of(citation, "url")}};
  read_ids(evidence, article);
  if (const std::string date = text_of(citation, "date"); date != "Unknown") {
    article["publication_date"] = date;
  }
  if (const auto it = citation.find("authors"); it != citation.end()) article["authors"] = *it;
  set_missing(article, "journal", text_of(object_in(evidence, "metadata"), "journal"));
  const std::string source = text_of(citation, "source");
  for (const std::string_view known : sources::searched_services()) {
    if (source == known) article["metadata"] = {{"source", source}};
  }
  const Json& metadata = object_in(evidence, "metadata");
  for (const char* member :
       {"is_preprint", "is_open_access", "pdf_url", "license", "concepts", "related", "merged_from",
        "nct_ids", "publication_types", "retraction"}) {
    if (const auto it = metadata.find(member); it != metadata.end()) article[member] = *it;
  }
  if (const auto it = metadata.find("cited_by_count");
      it != metadata.end() && it->is_number_integer()) {
    article["citation_count"] = *it;
  }
  return article;
}

}  // namespace ev::tools
