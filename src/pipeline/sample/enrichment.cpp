#include "pipeline/sample/enrichment.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace ev::sample {

namespace {

using model::Article;

const Article* article_by(const SampleLibrary& library, const std::string Article::*field,
                          const std::string& value) {
  for (const Article& a : library.articles()) {
    if (!value.empty() && a.*field == value) return &a;
  }
  return nullptr;
}

// ------------------------------------------------------------------ ID converter

net::HttpResponse convert_ids(const SampleLibrary& library, const Form& form) {
  const std::string& type = form.get("idtype");
  const auto field = type == "pmid"    ? &Article::pmid
                     : type == "pmcid" ? &Article::pmcid
                                       : &Article::doi;
  Json records = Json::array();
  for (const std::string& given : text::split(form.get("ids"), ',')) {
    const std::string id(text::trim(given));
    if (id.empty()) continue;
    Json record = Json::object();
    record["requested-id"] = id;
    const Article* a = article_by(library, field, id);
    if (a != nullptr && !a->pmcid.empty()) {
      record["pmid"] = std::stol(a->pmid);
      record["pmcid"] = a->pmcid;
      if (!a->doi.empty()) record["doi"] = a->doi;
    } else {
      record["status"] = "error";
      record["errmsg"] = "Identifier not found in PMC";
    }
    records.push_back(std::move(record));
  }
  return json_reply({{"status", "ok"}, {"records", std::move(records)}});
}

// ------------------------------------------------------------------ PubTator3

struct Entity {
  std::string type;
  std::string name;
  std::string ui;
};

std::vector<Entity> entities_of(const Article& a) {
  std::vector<Entity> out;
  for (const model::Chemical& c : a.chemicals) out.push_back({"Chemical", c.name, c.ui});
  for (const model::MeshHeading& h : a.mesh_headings) {
    const mesh::Heading* heading = mesh::built_in().by_name(h.descriptor);
    const bool disease = heading != nullptr &&
                         std::any_of(heading->tree_numbers.begin(), heading->tree_numbers.end(),
                                     [](const std::string& t) { return t.front() == 'C'; });
    if (disease) out.push_back({"Disease", h.descriptor, h.ui});
  }
  return out;
}

Json passage_of(std::string_view kind, const std::string& content, std::size_t offset,
                const std::vector<Entity>& entities) {
  Json annotations = Json::array();
  const std::string lower = text::to_lower_ascii(content);
  for (const Entity& entity : entities) {
    const std::size_t at = lower.find(text::to_lower_ascii(entity.name));
    if (at == std::string::npos) continue;
    const std::string found = content.substr(at, entity.name.size());
    Json location = {{"offset", offset + text::code_point_of(content, at)},
                     {"length", text::code_points(found)}};
    Json annotation = Json::object();
    annotation["id"] = std::to_string(annotations.size() + 1);
    annotation["infons"] = {
        {"identifier", "MESH:" + entity.ui}, {"type", entity.type}, {"name", entity.name}};
    annotation["text"] = found;
    annotation["locations"] = Json::array();
    annotation["locations"].push_back(std::move(location));
    annotations.push_back(std::move(annotation));
  }
  Json out = {{"offset", offset}, {"text", content}};
  out["infons"] = {{"type", kind}};
  out["annotations"] = std::move(annotations);
  return out;
}

net::HttpResponse annotate(const SampleLibrary& library, const Form& form) {
  Json documents = Json::array();
  for (const std::string& given : text::split(form.get("pmids"), ',')) {
    const Article* a = article_by(library, &Article::pmid, std::string(text::trim(given)));
    if (a == nullptr) continue;
    const std::vector<Entity> entities = entities_of(*a);
    Json document = {{"_id", a->pmid + "|None"}, {"id", a->pmid}, {"pmid", std::stol(a->pmid)}};
    document["passages"] = Json::array();
    document["passages"].push_back(passage_of("title", a->title, 0, entities));
    if (!a->abstract.empty()) {
      document["passages"].push_back(
          passage_of("abstract", a->abstract, text::code_points(a->title) + 1, entities));
    }
    document["relations"] = Json::array();
    documents.push_back(std::move(document));
  }
  if (documents.empty()) return reply(200, "application/json; charset=UTF-8", "");
  return json_reply({{"PubTator3", std::move(documents)}});
}

// ------------------------------------------------------------------ Crossref

Json date_parts(const std::string& date) {
  Json parts = Json::array();
  for (const std::string& part : text::split(date, '-')) {
    if (!part.empty()) parts.push_back(std::stol(part));
  }
  Json list = Json::array();
  list.push_back(std::move(parts));
  Json out = Json::object();
  out["date-parts"] = std::move(list);
  return out;
}

void add_update(Json& work, const char* member, const Article& other, const std::string& date) {
  Json update = {{"DOI", other.doi}, {"type", "retraction"}, {"source", "publisher"}};
  if (!date.empty()) update["updated"] = date_parts(date);
  if (!work.contains(member)) work[member] = Json::array();
  work[member].push_back(std::move(update));
}

Json crossref_work(const SampleLibrary& library, const Article& a) {
  Json work = {{"DOI", a.doi},
               {"type", "journal-article"},
               {"volume", a.volume},
               {"issue", a.issue},
               {"page", a.pages}};
  work["title"] = Json::array();
  work["title"].push_back(a.title);
  work["container-title"] = Json::array();
  work["container-title"].push_back(a.journal);
  work["author"] = Json::array();
  for (const model::Author& author : a.authors) {
    Json person = author.collective
                      ? Json({{"name", author.name}})
                      : Json({{"family", author.last_name}, {"given", author.initials}});
    work["author"].push_back(std::move(person));
  }
  if (!a.publication_date.empty()) work["issued"] = date_parts(a.publication_date);
  for (const model::CommentsCorrection& c : a.comments_corrections) {
    const Article* other = article_by(library, &Article::pmid, c.pmid);
    if (other == nullptr || other->doi.empty()) continue;
    if (c.type == "RetractionIn") add_update(work, "updated-by", *other, other->publication_date);
    if (c.type == "RetractionOf") add_update(work, "update-to", *other, a.publication_date);
  }
  return work;
}

net::HttpResponse crossref(const SampleLibrary& library, const Form& form) {
  constexpr std::string_view kWorks = "/works/";
  const std::size_t single = form.path.find(kWorks);
  if (single != std::string::npos) {
    const std::string doi = form.path.substr(single + kWorks.size());
    const Article* a = article_by(library, &Article::doi, doi);
    if (a == nullptr) return text_reply(404, "Resource not found.");
    return json_reply(
        {{"status", "ok"}, {"message-type", "work"}, {"message", crossref_work(library, *a)}});
  }
  Json items = Json::array();
  for (const std::string& filter : text::split(form.get("filter"), ',')) {
    if (filter.rfind("doi:", 0) != 0) continue;
    const Article* a = article_by(library, &Article::doi, filter.substr(4));
    if (a != nullptr) items.push_back(crossref_work(library, *a));
  }
  Json message = {{"total-results", items.size()}};
  message["items"] = std::move(items);
  return json_reply(
      {{"status", "ok"}, {"message-type", "work-list"}, {"message", std::move(message)}});
}

// ------------------------------------------------------------------ Unpaywall

net::HttpResponse unpaywall(const SampleLibrary& library, const Form& form) {
  const std::size_t at = form.path.find("10.");
  const std::string doi = at == std::string::npos ? "" : form.path.substr(at);
  const Article* a = article_by(library, &Article::doi, doi);
  if (a == nullptr) {
    return json_reply(
        {{"HTTP_status_code", 404}, {"error", true}, {"message", "the sample has no such DOI"}},
        404);
  }
  const bool open = !a->pmcid.empty();
  Json out = {{"doi", a->doi}, {"is_oa", open}, {"oa_status", open ? "green" : "closed"}};
  out["best_oa_location"] = nullptr;
  if (open) {
    const std::string page = "https://pmc.ncbi.nlm.nih.gov/articles/" + a->pmcid + "/";
    out["best_oa_location"] = {{"url", page},
                               {"url_for_landing_page", page},
                               {"license", "cc-by"},
                               {"version", "publishedVersion"},
                               {"host_type", "repository"}};
  }
  return json_reply(out);
}

}  // namespace

std::optional<net::HttpResponse> answer_enrichment(const SampleLibrary& library, const Form& form) {
  const auto in = [](const std::string& s, std::string_view part) {
    return s.find(part) != std::string::npos;
  };
  if (in(form.path, "/idconv/")) return convert_ids(library, form);
  if (in(form.path, "/publications/export/")) return annotate(library, form);
  if (in(form.host, "crossref")) return crossref(library, form);
  if (in(form.host, "unpaywall")) return unpaywall(library, form);
  return std::nullopt;
}

}  // namespace ev::sample
